import { describe, expect, test } from 'vitest'
import { type AnyMachineSnapshot, assign, type EventObject, fromPromise, setup } from 'xstate'
import { graphOf, LAB_MACHINES, type LabMachine } from '#src/lab/lab-machines.ts'
import { canHappen, type Step } from '#src/lab/state-graph.ts'
import { seededRandom } from '#tests/kit/builders/map-scene.ts'
import { nonPlainValues } from '#tests/kit/machines/plain-data.ts'
import { faultRounds } from '#tests/kit/server/fault-rounds.ts'
import { INVARIANTS } from './machine-invariants.fixture.ts'

/** Events that each machine gets. */
const EVENTS = faultRounds(5_000, 10_000_000)
const LONGEST_MS = faultRounds(60_000, 12 * 3_600_000)
/** Every so many events the context is looked through. */
const LOOKS = faultRounds(10, 100)
/** Characters of a context as JSON: what grows with each event exceeds them. */
const MOST_CHARACTERS = 8_192
/** So that the rest of the tests' process gets its turn. */
const SLICE = 5_000

const SEED = faultRounds(17, Date.now() % 2 ** 31)

/** What an event does in a state, but for what it makes the machine remember. The order of always-transitions may differ. */
const outcomeOf = ({ snapshot, transitions }: Step): string =>
  JSON.stringify([
    snapshot.value,
    snapshot.status,
    transitions.filter((name) => !/: always( \(|$)/.test(name)).toSorted(),
  ])

/** The state as it is after its context went through JSON: nothing in it is the same object any more. */
const asRead = (state: AnyMachineSnapshot): AnyMachineSnapshot => ({
  ...state,
  context: JSON.parse(JSON.stringify(state.context)),
})

/** Sends a machine events at random. Throws where an invariant breaks. Returns the names of the transitions that were taken. */
const sendAtRandom = async (lab: LabMachine, count: number, seed: number): Promise<ReadonlySet<string>> => {
  const { nodes, starts, step } = graphOf(lab)
  const invariants = INVARIANTS.filter(({ machine }) => machine === lab.machine)
  const random = seededRandom(seed)
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const outcomes = new Map<string, string>()
  const taken = new Set(starts.flatMap(({ transitions }) => transitions))

  const telling = new Map(
    [...nodes].map(([key, { edges }]) => [
      key,
      edges.filter(({ transitions }) => transitions.length > 0).map(({ event }) => event),
    ]),
  )
  const next = (state: AnyMachineSnapshot, key: string): EventObject | undefined =>
    // Three of four are of those that are known to do something there.
    (random() < 0.75 ? pick(telling.get(key) ?? []) : undefined) ??
    pick(lab.model.stimuli.filter((event) => canHappen(state, event)))
  const look = (state: AnyMachineSnapshot, event: EventObject, { snapshot }: Step, at: string) => {
    expect(nonPlainValues(snapshot.context), at).toEqual([])
    expect(JSON.stringify(snapshot.context).length, `context ${at}`).toBeLessThan(MOST_CHARACTERS)
    const again = step(asRead(state), event).snapshot
    expect([again.value, again.context], `from a recorded state ${at}`).toEqual([
      snapshot.value,
      snapshot.context,
    ])
  }

  for (const start of starts) {
    const first = nodes.get(start.key)
    if (first === undefined) throw new Error(`${lab.name} does not start.`)
    let state = first.snapshot
    let key = first.key
    for (let sent = 0; sent < count / starts.length; sent++) {
      if (sent % SLICE === SLICE - 1) await new Promise((resolve) => setImmediate(resolve))
      const event = next(state, key)
      if (event === undefined) throw new Error(`Nothing can happen in ${key}.`)
      const made = step(state, event)
      const at = `after ${sent + 1} events, the last of them ${event.type} in ${key}, seed ${seed}`
      if (made.snapshot.status === 'error') throw new Error(`${lab.name} broke ${at}.`)
      const outcome = outcomeOf(made)
      const choice = `${key} ${lab.model.stimuli.indexOf(event)}`
      const known = outcomes.get(choice)
      if (known === undefined) outcomes.set(choice, outcome)
      else if (known !== outcome)
        throw new Error(`The key leaves out what decides: ${known} or ${outcome} ${at}.`)
      for (const { holds } of invariants) holds(made.snapshot, at)
      if (sent % LOOKS === 0) look(state, event, made, at)
      for (const name of made.transitions) taken.add(name)
      // Machines seldom end, so that what grows can grow; then they start anew.
      if (made.snapshot.status === 'active') [state, key] = [made.snapshot, made.key]
      else if (random() < 0.03) [state, key] = [first.snapshot, first.key]
    }
  }
  return taken
}

describe.each(LAB_MACHINES.map((lab) => [lab.name, lab] as const))('random events of %s', (_, lab) => {
  test(
    'break nothing, and do the same wherever the key is the same',
    async () => {
      const taken = await sendAtRandom(lab, EVENTS, SEED)
      const { unreachable } = lab.model
      const reachable = graphOf(lab).transitions.filter((name) => unreachable[name] === undefined)
      expect(Object.keys(unreachable).filter((name) => taken.has(name))).toEqual([])
      expect(taken.size).toBeGreaterThan(new Set(reachable).size / 2)
    },
    LONGEST_MS,
  )
})

describe('random events find', () => {
  const named = (lab: LabMachine['machine'], model: Partial<LabMachine['model']>): LabMachine => ({
    ...{ name: 'planted', file: '', exported: '', machine: lab },
    model: { inputs: [undefined], stimuli: [{ type: 'go' }], key: () => null, unreachable: {}, ...model },
  })
  const counting = setup({
    types: { context: {} as { gone: number; far: readonly number[] } },
  }).createMachine({
    id: 'counting',
    context: { gone: 0, far: [] },
    initial: 'near',
    states: {
      near: {
        on: {
          go: [
            { guard: ({ context }) => context.gone > 40, target: 'far' },
            { actions: assign({ gone: ({ context }) => context.gone + 1 }) },
          ],
        },
      },
      far: {
        on: { go: { actions: assign({ far: ({ context }) => [...context.far, context.far.length] }) } },
      },
    },
  })

  test('a key that leaves out what guards read', async () => {
    const walk = sendAtRandom(named(counting, {}), 1000, 1)
    await expect(walk).rejects.toThrow(/^The key leaves out what decides: \["near".* or \["far"/)
  })

  test('a context that grows without end', async () => {
    const key = (context: unknown) => Math.min((context as { gone: number }).gone, 41)
    await expect(sendAtRandom(named(counting, { key }), 200, 1)).resolves.toHaveProperty('size', 3)
    await expect(sendAtRandom(named(counting, { key }), 10_000, 1)).rejects.toThrow(
      /^context after \d+ events/,
    )
  })

  test('an event that breaks a machine', async () => {
    const stimuli = [{ type: 'go' }, { type: 'xstate.error.actor.load', error: 'away' }]
    const waiting = setup({ actors: { load: fromPromise(async () => null) } }).createMachine({
      id: 'waiting',
      invoke: { id: 'load', src: 'load' },
      on: { go: {} },
    })
    await expect(sendAtRandom(named(waiting, { stimuli }), 100, 1)).rejects.toThrow(
      /^planted broke after \d+/,
    )
  })

  test('a context that no recording can hold', async () => {
    const held = setup({}).createMachine({ id: 'held', context: { at: new Date(0) }, on: { go: {} } })
    await expect(sendAtRandom(named(held, {}), 10, 1)).rejects.toThrow('context.at is an instance of Date')
  })
})
