import fc from 'fast-check'
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { ROLES } from '#contract/roles.ts'
import { eventsOf, pathOf } from '#src/services/recorder/actor-tree.ts'
import {
  createLiveApp,
  endingsOf,
  type OpenPort,
  type Stimulus,
  settled,
  stimuliOf,
} from '#tests/kit/machines/live-app.fixture.ts'

/** What each stream sends, by its id. All other events of the models are those of users. */
const STREAMS: Readonly<Record<string, readonly string[]>> = {
  refreshes: ['ticker.refreshDue'],
  refreshRate: ['refresh.due'],
  alertRefreshes: ['alertList.refreshDue'],
  figuresRefreshes: ['dashboard.refreshDue'],
  checks: ['maintenance.checkDue'],
  send: ['request.started', 'request.succeeded', 'request.failed'],
  fleetStream: ['fleetStream.changed'],
  follow: [
    ...['live.pointArrived', 'live.streamChanged', 'live.ended'],
    ...['share.pointArrived', 'share.streamChanged', 'share.ended'],
  ],
  watch: ['share.ended'],
  player: ['playback.movedTo', 'playback.reachedEnd'],
  parts: ['import.partSent'],
  polls: ['alertPopup.polled'],
  presence: ['alertPopup.pageHidden', 'alertPopup.pageShown'],
  mouse: ['alertPopup.mouseMoved'],
  presses: ['alertPopup.followed'],
  places: ['settings.placeChanged'],
  keys: ['shift.pressed', 'shift.released', 'escape.pressed'],
}
const OF_STREAMS = new Set(Object.values(STREAMS).flat())

/** What machines hear from each other alone. */
const BETWEEN_MACHINES =
  /^session\.(?:began|missing|ended)$|^map\.|^(?:ticker|settings|alertList|health|driving|dashboard)\.(?:opened|closed)$|^dashboard\.placeChanged$|^widget\.(?:load|refreshDue)$|^health\.loadDue$|^driving\.(?:scoresDue|trendDue|incidentsDue)$|^alertList\.(?:loadDue|evidenceDue)$|^alertPopup\.list|^alerts\.(?:route|hidden)|^range\.changed$|^playback\.hardExit$/

/** What has a mode of the map to itself. */
const IN_MODE = /^fleet\/(?:playback|geofences|tripPlot|gridMap)/

const MADE = /^xstate\./

/** One step of a session; `pick` chooses among what is possible at that moment. */
export type Choice = {
  readonly kind: 'user' | 'answer' | 'stream' | 'clock'
  readonly pick: number
  /** The next step comes in the same turn of the event loop. */
  readonly atOnce: boolean
}

const OPENED = ['nothing', 'map', 'live', 'playback', 'geofences', 'tripPlot', 'gridMap'] as const

/** A session: who logs in, and what happens. */
export type Plan = {
  readonly role: (typeof ROLES)[number]
  /** The mode of the map that is open after the log-in; `map` is none of them, and with `nothing` nobody has logged in. */
  readonly opens: (typeof OPENED)[number]
  readonly streamsAreCallbacks: boolean
  /** Every nth promise is settled at once; the others when a step says so, or never. */
  readonly promptly: number
  /** How long the recorder keeps, in ms. */
  readonly keptMs: number
  readonly choices: readonly Choice[]
  /** Chooses the event that is left out to see that it is missed. */
  readonly leftOut: number
}

/** How often each kind is chosen, by how often it stands here. */
const KINDS = [
  ...(['user', 'user', 'user', 'user', 'answer', 'answer', 'answer'] as const),
  ...(['stream', 'stream', 'clock'] as const),
]

/** Any session of up to `most` steps. */
export const anyPlan = (most: number): fc.Arbitrary<Plan> =>
  fc.record({
    role: fc.constantFrom(...ROLES),
    opens: fc.constantFrom(...OPENED),
    streamsAreCallbacks: fc.boolean(),
    promptly: fc.integer({ min: 2, max: 6 }),
    keptMs: fc.constantFrom(900_000, 86_400_000),
    leftOut: fc.nat(),
    choices: fc.array(
      fc.record({
        kind: fc.constantFrom(...KINDS),
        pick: fc.nat(),
        atOnce: fc.nat(9).map((n) => n === 0),
      }),
      { minLength: Math.floor(most / 2), maxLength: most, size: 'max' },
    ),
  })

const STEPS_OF_CLOCK = [40, 1_000, 10_000, 40_000, 90_000, 300_000, 1_200_000] as const

const of = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length]

/** Fields that users type into, and what they type there: no more than the fields take, but for searches, which machines cut. */
const TYPED = new Set([
  ...['account', 'currentPassword', 'email', 'fileName', 'messageContent', 'mobile', 'name', 'newPassword'],
  ...['password', 'reason', 'recipient', 'registration', 'subject', 'text', 'userName', 'vehicle'],
])
const TEXTS = ['', ' ', 'a', 'Depot north', ' DEPOT NORTH ', '<b>', 'மதுரை', 'KA 01 AB 1234', 'x'.repeat(100)]

const typed = (key: string, pick: number): string => (of(TEXTS, pick) ?? '').repeat(key === 'text' ? 4 : 1)

/** The event, every other time with another text in its fields that are typed. */
const retyped = (event: Stimulus, pick: number): Stimulus =>
  pick % 2 === 0
    ? event
    : JSON.parse(JSON.stringify(event), (key, value) =>
        typeof value === 'string' && TYPED.has(key) ? typed(key, Math.floor(pick / 2)) : value,
      )

/** Any user of the models with another role. */
const withRole = (data: unknown, role: string): unknown =>
  JSON.parse(JSON.stringify(data ?? null), (key, value) => (key === 'roles' ? [role] : value))

/** Runs a session on the whole app. */
export const runPlan = async ({ role, opens, promptly, choices, streamsAreCallbacks, keptMs }: Plan) => {
  let opened = 0
  const answer = (port: OpenPort, pick: number) => {
    const answers = endingsOf(port)
    const done = answers.filter(({ type }) => type.startsWith('xstate.done'))
    const event = of(pick % 4 > 0 && done.length > 0 ? done : answers, Math.floor(pick / 4))
    if (event === undefined) return
    if (event.type.startsWith('xstate.done')) port.send({ ...event, output: withRole(event.output, role) })
    else port.fail(event.error)
  }
  const app = createLiveApp({
    keptMs,
    streamsAreCallbacks,
    segmentMs: 60_000,
    onOpen: (port) => {
      opened += 1
      if (port.kind === 'promise' && opened % promptly === 0) queueMicrotask(() => answer(port, opened))
    },
  })
  const { root, time, ports, machines } = app

  const act: Readonly<Record<Choice['kind'], (pick: number) => void>> = {
    user: (pick) => {
      const possibleIn = (running: readonly AnyActorRef[]) =>
        running.flatMap((machine) => {
          const snapshot = machine.getSnapshot() as AnyMachineSnapshot
          const known = eventsOf(machine)
          return stimuliOf(machine)
            .filter(
              ({ type }) =>
                known.includes(type) &&
                !MADE.test(type) &&
                !OF_STREAMS.has(type) &&
                !BETWEEN_MACHINES.test(type),
            )
            .filter((event) => pick % 8 === 0 || snapshot.can(event))
            .map((event) => ({ machine, event }))
        })
      // Users stay on the map for long, and in what they have opened there.
      const places = [/^/, /^fleet/, IN_MODE, IN_MODE].slice(0, 1 + (pick % 4)).reverse()
      const possible = places
        .map((place) => possibleIn(machines().filter((machine) => place.test(pathOf(machine)))))
        .find((found) => found.length > 0)
      const chosen = of(possible ?? [], Math.floor(pick / 8))
      chosen?.machine.send(retyped(chosen.event, Math.floor(pick / 64)))
    },
    answer: (pick) => {
      // One in eight may come too late.
      const waiting = [...ports].filter(
        (port) => port.kind === 'promise' && (port.isOpen() || pick % 8 === 0),
      )
      const port = pick % 2 === 0 ? of(waiting, Math.floor(pick / 8)) : waiting.at(-1)
      if (port) answer(port, Math.floor(pick / 64))
    },
    stream: (pick) => {
      const streams = [...ports].filter((port) => port.kind === 'stream' && port.isOpen())
      // The latest is of the screen that the user sees.
      const port = pick % 2 === 0 ? streams.at(-1) : of(streams, Math.floor(pick / 2))
      if (port === undefined) return
      const sent = STREAMS[port.id]
      if (sent === undefined) throw new Error(`Name what the stream '${port.id}' sends.`)
      const events = stimuliOf(port.machine).filter(({ type }) => sent.includes(type))
      const how = Math.floor(pick / 64)
      const endings = endingsOf(port)
      if (how % 12 === 0 && endings.length > 0) {
        const ending = of(endings, how)
        if (ending?.type.startsWith('xstate.error')) port.fail(ending.error)
        else port.end()
      } else {
        const event = of(events, how)
        if (event) port.send(event)
      }
    },
    clock: (pick) => time.increment(of(STEPS_OF_CLOCK, pick) ?? 0),
  }

  if (opens !== 'nothing') {
    root.send({ type: 'route.changed', path: '/track-trace', search: '' })
    for (const path of [/^$/, /^session$/]) await app.answer(path, (output) => withRole(output, role))
    await app.act('fleet', `${opens}.opened`)
    await app.answer(/^fleet/)
    await app.act('fleet/playback', 'playback.play')
    await app.act('fleet/geofences', 'fence.create')
  }
  for (const { kind, pick, atOnce } of choices) {
    act[kind](pick)
    if (!atOnce) await settled()
  }
  await settled()
  return app
}
