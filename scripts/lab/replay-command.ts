import { closeSync, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { AnyStateMachine } from 'xstate'
import { MAX_RECORDING_BYTES, type RecordedEvent, type Recording } from '#contract/records/recording.ts'
import { targetsOf } from '#src/lab/chart.ts'
import {
  type FedEvent,
  type Goal,
  leadsTo,
  type Place,
  type StartingPoint,
  shrink,
  startSilentApp,
  statesByPath,
} from '#src/lab/fed-events.ts'
import { nearestNames } from '#src/lab/nearest-names.ts'
import { eventText } from '#src/lab/path-formats.ts'
import { atText } from '#src/lab/recorded-run.ts'
import { goalText, regressionTest } from '#src/lab/regression-test.ts'
import { machineOf, machinesBelow, pathOf } from '#src/services/recorder/actor-tree.ts'
import { readRecording, UnreadableRecording } from '#src/services/recorder/recording-file.ts'
import { beginReplay } from '#src/services/recorder/replay.ts'
import {
  BadArguments,
  exitCodeOf,
  expectFile,
  expectNewFile,
  parsed,
  type Terminal,
  unknownName,
} from './command-line.ts'

const USAGE = `Replays the recording of a user's session on the machines, with nothing around them.

npm run replay -- FILE [options]

  prints each event with the states it leads to, and where the machines first stand elsewhere than when it was recorded

  --json           prints one object of JSON for each event instead
  --until N        stops after the event N
  --goal A=STATE   the moment that is looked for: machine A (its path, such as fleet/playback) in STATE, or broken: A=error
  --while B=STATE  only while machine B is in STATE too
  --after EVENT    only right after an event of this type: with --goal session=signedIn, where it stayed though that came
  --shrink         prints the fewest events that still lead to the goal; without one, to the first machine that breaks
  --to-test FILE   writes them as a test, which fails until they no longer lead there
  --diff OTHER     compares with another recording: the first event that differs
  --help           prints this

Ends with 0, with 1 where the replay differs or nothing leads to the goal, and with 2 for a wrong command line or file.
`

const OPTIONS = {
  json: { type: 'boolean', default: false },
  until: { type: 'string' },
  goal: { type: 'string' },
  while: { type: 'string' },
  after: { type: 'string' },
  shrink: { type: 'boolean', default: false },
  'to-test': { type: 'string' },
  diff: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Reads a recording. A file that is too large is refused before it is read. */
const recordingIn = (name: string, folder: string): Recording => {
  const path = resolve(folder, name)
  let bytes: Buffer
  try {
    expectFile(path, 'Name a recording: what Report a problem in the portal saves, roadbook-….recording.gz.')
    const file = openSync(path, 'r')
    try {
      if (fstatSync(file).size > MAX_RECORDING_BYTES)
        throw new BadArguments(
          `${name}: no recording has more than ${MAX_RECORDING_BYTES / 1024 / 1024} MiB.`,
        )
      bytes = readFileSync(file)
    } finally {
      closeSync(file)
    }
  } catch (failure) {
    if (failure instanceof BadArguments) throw failure
    throw new BadArguments(`${name}: ${failure instanceof Error ? failure.message : String(failure)}`)
  }
  try {
    return readRecording(bytes)
  } catch (failure) {
    if (!(failure instanceof UnreadableRecording)) throw failure
    throw new BadArguments(`${name}: ${failure.message}`)
  }
}

const startOf = ({ segments }: Recording): StartingPoint => segments[0]?.snapshot ?? null

/** What came from outside, in order. */
const fedEvents = ({ segments }: Recording): RecordedEvent[] =>
  segments.flatMap(({ events }) => events).filter(({ external }) => external)

const machine = (path: string): string => (path === '' ? 'app' : path)

const eventLine = (at: number, { to, event, at: ms }: RecordedEvent): string =>
  `${String(at + 1).padStart(4)} ${atText(ms).padStart(9)}  ${machine(to)} ← ${eventText(event).slice(0, 200)}`

const elsewhereText = (recorded: string | null, replayed: string | null): string =>
  recorded === replayed
    ? `in ${recorded} as recorded, and remembers other things`
    : `recorded ${recorded ?? '(not there)'}, replayed ${replayed ?? '(not there)'}`

/** What differs between two tables of states, by path. */
const changesOf = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => ({ path, from: before.get(path) ?? null, to: after.get(path) ?? null }))

const transcribe = (
  recording: Recording,
  { json, until }: { json: boolean; until: number },
  { print, complain }: Terminal,
): number => {
  const { root, feed } = beginReplay(startSilentApp(startOf(recording)))
  if (recording.note && !json) print(`${JSON.stringify(recording.note)}\n`)
  const troubles = recording.segments.flatMap((segment) => segment.troubles ?? [])
  /** Prints what broke before a time. */
  const printTroubles = (before: number) => {
    for (let [trouble] = troubles; trouble !== undefined && trouble.at < before; [trouble] = troubles) {
      print(
        json ? `${JSON.stringify({ trouble })}\n` : `${atText(trouble.at).padStart(14)}  ! ${trouble.what}\n`,
      )
      troubles.shift()
    }
  }
  let states = statesByPath(root)
  for (const [at, recorded] of fedEvents(recording).entries()) {
    if (at >= until) break
    printTroubles(recorded.at)
    const difference = feed(recorded)
    const after = statesByPath(root)
    const changes = changesOf(states, after)
    states = after
    if (json) {
      const { at: ms, to, event } = recorded
      print(`${JSON.stringify({ number: at + 1, at: ms, to, event, changes, difference })}\n`)
    } else {
      print(`${eventLine(at, recorded)}\n`)
      for (const { path, from, to } of changes)
        print(`${' '.repeat(16)}${machine(path)}: ${from ?? '(not there)'} → ${to ?? '(gone)'}\n`)
    }
    if (difference !== null) {
      complain(`Diverged at event ${at + 1}: ${difference.what}\n`)
      for (const { path, recorded, replayed } of difference.machines)
        complain(`  ${machine(path)}: ${elsewhereText(recorded, replayed)}\n`)
      return 1
    }
  }
  if (until === Number.POSITIVE_INFINITY) printTroubles(until)
  return 0
}

const countText = (events: readonly unknown[]): string =>
  `${events.length} ${events.length === 1 ? 'event' : 'events'}`

/** All machines that run in a recording at any moment, by their paths. */
const machinesIn = (recording: Recording): ReadonlyMap<string, AnyStateMachine> => {
  const { root, feed } = beginReplay(startSilentApp(startOf(recording)))
  const machines = new Map<string, AnyStateMachine>()
  const keep = () => {
    for (const actor of machinesBelow(root)) machines.set(pathOf(actor), machineOf(actor))
  }
  keep()
  for (const recorded of fedEvents(recording)) {
    if (root.getSnapshot().status !== 'active') break
    feed(recorded)
    keep()
  }
  return machines
}

/** A machine in a state. Throws for one that is not among `machines`, and for a state that it does not have. */
const placeIn = (
  option: string,
  text: string | undefined,
  machines: ReadonlyMap<string, AnyStateMachine>,
): Place => {
  const [, path, state] = /^([\w/-]*)=([\w.-]+)$/.exec(text ?? '') ?? []
  if (path === undefined || state === undefined)
    throw new BadArguments(`Say what to look for: ${option} fleet/playback=play, or ${option} session=error.`)
  const wanted = path === 'app' ? '' : path
  const found = machines.get(wanted)
  if (found === undefined) {
    const near = nearestNames(path, [...machines.keys()].map(machine)).join(', ')
    throw new BadArguments(`No machine '${path}' runs in this recording. Nearest: ${near}.`)
  }
  const states = [...targetsOf(found).states, 'error']
  if (!states.includes(state)) throw unknownName(`state of ${path}`, state, states)
  return { path: wanted, state }
}

type GoalOptions = { readonly [option in 'goal' | 'while' | 'after']?: string | undefined }

/** The first machine that breaks in a recording. */
const firstBroken = (recording: Recording): Place | undefined => {
  const { root, feed } = beginReplay(startSilentApp(startOf(recording)))
  for (const recorded of fedEvents(recording)) {
    feed(recorded)
    // Its parents may break by it: the innermost is the one that broke.
    const broken = [...statesByPath(root)].filter(([, state]) => state === 'error').at(-1)
    if (broken !== undefined) return { path: broken[0], state: 'error' }
  }
  return undefined
}

/**
 * The goal in the arguments, or where there is none the first machine that breaks; null where none does. Throws for machines that never
 * run in the recording, states that they do not have, and for an event that never comes.
 */
const goalIn = (options: GoalOptions, recording: Recording): Goal | null => {
  const machines = machinesIn(recording)
  const types = new Set(fedEvents(recording).map(({ event }) => event.type))
  const { after } = options
  if (after !== undefined && !types.has(after)) {
    const near = nearestNames(after, [...types]).join(', ')
    throw new BadArguments(`No event '${after}' comes in this recording. Nearest: ${near}.`)
  }
  const place =
    options.goal === undefined ? firstBroken(recording) : placeIn('--goal', options.goal, machines)
  if (place === undefined) return null
  return {
    ...place,
    ...(options.while === undefined ? {} : { while: placeIn('--while', options.while, machines) }),
    ...(after === undefined ? {} : { after }),
  }
}

const shrinkTo = (
  recording: Recording,
  { goal, testFile }: { goal: Goal; testFile: string | undefined },
  { print, complain, folder }: Terminal,
): number => {
  const [events, from] = [fedEvents(recording), startOf(recording)]
  if (!leadsTo(goal, events, from)) {
    complain(`Nothing in the recording leads ${goalText(goal)}.\n`)
    return 1
  }
  const few: readonly FedEvent[] = shrink(goal, events, from)
  print(`${countText(few)} of ${events.length} lead ${goalText(goal)}:\n`)
  for (const { to, event } of few) print(`  ${machine(to)} ← ${eventText(event)}\n`)
  if (testFile !== undefined) {
    writeFileSync(testFile, regressionTest(goal, few, from))
    print(`Written to ${relative(folder, testFile)}\n`)
  }
  return 0
}

const sameEvent = (one: RecordedEvent | undefined, other: RecordedEvent | undefined): boolean =>
  one?.to === other?.to && JSON.stringify(one?.event) === JSON.stringify(other?.event)

const compare = (one: Recording, other: Recording, { print }: Terminal): number => {
  const [a, b] = [fedEvents(one), fedEvents(other)]
  const at = Array.from({ length: Math.max(a.length, b.length) }).findIndex((_, i) => !sameEvent(a[i], b[i]))
  if (at < 0) {
    print(`Both have the same ${countText(a)}.\n`)
    return 0
  }
  const line = (events: readonly RecordedEvent[]) => {
    const event = events[at]
    return event === undefined ? '     (ended)' : eventLine(at, event)
  }
  print(`They differ from event ${at + 1} on:\n${line(a)}\n${line(b)}\n`)
  return 1
}

const run = (args: readonly string[], terminal: Terminal): number => {
  const { values, positionals } = parsed(args, OPTIONS)
  if (values.help) {
    terminal.print(USAGE)
    return 0
  }
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new BadArguments('Name one recording.')
  const until = values.until === undefined ? Number.POSITIVE_INFINITY : Number(values.until)
  if (!(until >= 1)) throw new BadArguments('--until takes the number of an event, from 1.')
  const isGoalNamed = [values.goal, values.while, values.after].some((each) => each !== undefined)
  if (values.diff !== undefined && (isGoalNamed || values.shrink || values['to-test'] !== undefined))
    throw new BadArguments('--diff compares two recordings: leave out what is to be looked for.')
  const isTranscript = values.diff === undefined && !values.shrink && values['to-test'] === undefined
  if (!isTranscript && (values.json || values.until !== undefined))
    throw new BadArguments(
      '--json and --until are for the transcript: leave out --diff, --shrink and --to-test.',
    )
  const recording = recordingIn(file, terminal.folder)
  if (values.diff !== undefined)
    return compare(recording, recordingIn(values.diff, terminal.folder), terminal)
  const testFile = values['to-test'] === undefined ? undefined : resolve(terminal.folder, values['to-test'])
  if (values.shrink || testFile !== undefined) {
    if (testFile !== undefined) expectNewFile(testFile)
    const goal = goalIn(values, recording)
    if (goal !== null) return shrinkTo(recording, { goal, testFile }, terminal)
    terminal.complain('No machine breaks in this recording. Say what to look for: --goal MACHINE=STATE.\n')
    return 1
  }
  if (isGoalNamed)
    throw new BadArguments('--goal, --while and --after say what to look for with --shrink or --to-test.')
  return transcribe(recording, { json: values.json, until }, terminal)
}

/** Runs the command with its arguments. Returns its exit code. */
export const runReplay = (args: readonly string[], terminal: Terminal): number =>
  exitCodeOf('replay', terminal, () => run(args, terminal))
