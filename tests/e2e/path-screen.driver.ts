import { expect, type FrameLocator, type Page, test } from '@playwright/test'
import type { AnyEventObject } from 'xstate'
import type { FleetVehicle } from '#contract/records/fleet.ts'
import { type FedEvent, feed, type StartingPoint, statesByPath, wholeApp } from '#src/lab/fed-events.ts'
import { graphOf, LAB_MACHINES } from '#src/lab/lab-machines.ts'
import { coveringPaths } from '#src/lab/path-cover.ts'
import type { Navigation } from '#src/machines/app/app.ports.ts'
import { MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import type { Track } from '#src/services/playback/track.ts'
import { actorAt, recordedSnapshot } from '#src/services/recorder/actor-tree.ts'
import { createMask } from '#src/services/recorder/redact.ts'
import { silence, startStill } from '#src/services/recorder/replay.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'
import { vehicle } from '#tests/kit/builders/vehicle.ts'

/** The persisted state of a machine and of those below it. */
export type Persisted = { readonly children: Record<string, { snapshot: Persisted }> }

/** The state of an actor as a recording keeps it. */
export const persisted = (actor: { getPersistedSnapshot(): unknown }): Persisted =>
  JSON.parse(JSON.stringify(recordedSnapshot(actor.getPersistedSnapshot() as object, createMask())))

const labMachine = (name: string) => {
  const found = LAB_MACHINES.find((each) => each.name === name)
  if (found === undefined) throw new Error(`There is no machine '${name}'.`)
  return found
}

/** The portal with a machine at the start of its model instead of the one that runs at the path. */
const withMachineAtStart = (portal: Persisted, path: string, name: string, input: number): Persisted => {
  const { machine, model } = labMachine(name)
  const actor = startStill(silence(machine), { input: model.inputs[input] })
  const copy = structuredClone(portal)
  const ids = path.split('/')
  const parent = ids.slice(0, -1).reduce((at, id) => at.children[id]?.snapshot ?? at, copy)
  const child = parent.children[ids.at(-1) ?? '']
  if (child === undefined) throw new Error(`No machine runs at '${path}'.`)
  child.snapshot = persisted(actor)
  actor.stop()
  return copy
}

const FRAME = 'path-screen'
const VEHICLES: readonly FleetVehicle[] = Array.from({ length: 30 }, (_, i) =>
  vehicle(i + 1, { latitude: 13 + i / 10 }),
)
const TRACKS: readonly Track[] = ['track-1', 'track-2'].map((id) => makeTrack({ id, vehicleId: 5 }))

/** Shows the portal's own views in a frame over the whole page. */
const show = (page: Page, from: Persisted) =>
  page.evaluate(
    ([id, message]) =>
      new Promise<void>((resolve) => {
        document.getElementById(id)?.remove()
        const frame = document.createElement('iframe')
        frame.id = id
        const size = { position: 'fixed', inset: '0', width: '100%', height: '100%', zIndex: '9999' }
        Object.assign(frame.style, size)
        window.addEventListener('message', function onMessage({ source, data }) {
          if (source !== frame.contentWindow || data.kind !== 'screenReady') return
          window.removeEventListener('message', onMessage)
          frame.contentWindow?.postMessage(message, window.location.origin)
          resolve()
        })
        frame.src = '/lab/screen'
        document.body.append(frame)
      }),
    [
      FRAME,
      {
        ...{ kind: 'showScreen', from, now: MODEL_NOW, tracks: TRACKS, events: [] },
        fleet: [{ at: 0, vehicles: VEHICLES }],
      },
    ] as const,
  )

const goOn = (page: Page, events: readonly FedEvent[]) =>
  page.evaluate(
    ([id, message]) => {
      const frame = document.getElementById(id) as HTMLIFrameElement
      frame.contentWindow?.postMessage(message, window.location.origin)
    },
    [FRAME, { kind: 'goOn', now: MODEL_NOW, fleet: [], events }] as const,
  )

/** The portal in the page and the same machines beside it, which tell where each stands. */
const openPortal = async (page: Page, from: Persisted) => {
  const addresses: string[] = []
  const machine = silence(wholeApp).provide({
    actions: { navigate: (_: unknown, { path }: Navigation) => addresses.push(path) },
  } as never)
  const root = startStill(machine, { snapshot: from as StartingPoint })
  await show(page, from)
  const screen = page.frameLocator(`#${FRAME}`)
  await expect(screen.locator('#root > *').first()).toBeAttached()
  return {
    screen,
    /** The states of the machine at a path, each of those it is in at a time; 'gone' where none runs. */
    statesAt: (path: string) => (statesByPath(root).get(path) ?? 'gone').split(' + '),
    contextAt: (path: string): unknown => actorAt(root, path)?.getSnapshot().context,
    /** Sends an event, and where it leads to another address, the change of the address. */
    send: async (fed: FedEvent) => {
      feed(root, fed)
      const events = [fed]
      for (let path = addresses.shift(); path !== undefined; path = addresses.shift()) {
        const { pathname, search } = new URL(path, 'http://portal')
        const changed = { to: '', event: { type: 'route.changed', path: pathname, search } }
        feed(root, changed)
        events.push(changed)
      }
      await goOn(page, events)
    },
    close: () => root.stop(),
  }
}

/** What the user sees in each state of a machine; of several at a time, in each. A look may depend on what the machine remembers. */
export type Seen = Readonly<Record<string, (screen: FrameLocator, context: never) => Promise<void>>>

/**
 * Walks every path of a machine's model through the portal's own page, and looks at the page at the start and after each event.
 * Fails where a state that the machine can be in has no look, or a look no state.
 */
export const walkOnScreen = async (
  page: Page,
  {
    portal,
    path,
    name,
    seen,
    more = [],
  }: {
    portal: Persisted
    path: string
    name: string
    seen: Seen
    /** Further paths, of what the model does not tell apart. */
    more?: readonly (readonly AnyEventObject[])[]
  },
): Promise<void> => {
  const looked = new Set<string>()
  const lab = labMachine(name)
  const paths = coveringPaths(graphOf(lab), 'transitions').paths.map(({ input, steps }) => ({
    input,
    events: steps.map(({ event }) => event as AnyEventObject),
  }))
  for (const { input, events } of [...paths, ...more.map((events) => ({ input: 0, events }))]) {
    const { screen, statesAt, contextAt, send, close } = await openPortal(
      page,
      withMachineAtStart(portal, path, name, input),
    )
    const look = async (after: string) => {
      for (const state of statesAt(path)) {
        looked.add(state)
        const atState = seen[state]
        if (atState === undefined) throw new Error(`Nothing is said of what a user sees in '${state}'.`)
        await test.step(`${name} ${state} after ${after}`, () => atState(screen, contextAt(path) as never))
      }
    }
    await look('the start')
    for (const event of events) {
      await send({ to: path, event })
      await look(event.type)
    }
    close()
  }
  expect([...looked].toSorted()).toEqual(Object.keys(seen).toSorted())
}
