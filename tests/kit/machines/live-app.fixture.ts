import { Observable } from 'rxjs'
import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromCallback,
  fromEventObservable,
  fromPromise,
  SimulatedClock,
} from 'xstate'
import { wholeApp } from '#src/lab/fed-events.ts'
import { LAB_MACHINES } from '#src/lab/lab-machines.ts'
import type { Navigation } from '#src/machines/app/app.ports.ts'
import { isMachine, pathOf } from '#src/services/recorder/actor-tree.ts'
import { createClock } from '#src/services/recorder/clock.ts'
import { createRecorder, type RecorderOptions } from '#src/services/recorder/recorder.ts'
import { createMask } from '#src/services/recorder/redact.ts'

/** When a session of these tests begins, in ms since 1970 UTC. */
const BEGUN = Date.parse('2026-11-20T10:00:00Z')

/** The mask of what is recorded. */
export const recorderMask = createMask()

/** A promise or stream that a machine has invoked. */
export type OpenPort = {
  /** The machine that invoked it. */
  readonly machine: AnyActorRef
  readonly id: string
  readonly kind: 'promise' | 'stream'
  /** Whether the machine still waits for it. */
  isOpen(): boolean
  /** A stream sends an event; a promise is done with the event's `output`. */
  send(event: EventObject & { readonly output?: unknown }): void
  fail(error: unknown): void
  /** A stream ends. */
  end(): void
}

/** What can happen to a machine, as its model lists it. */
export type Stimulus = EventObject & { readonly output?: unknown; readonly error?: unknown }

const models = new WeakMap<object, readonly Stimulus[]>()

/** The stimuli of a running machine's model. It is found by the configuration, which ports leave as it is; queries of lists share one. */
export const stimuliOf = (machine: AnyActorRef): readonly Stimulus[] => {
  const { config } = (machine as unknown as { logic: { config: { id?: string } } }).logic
  const known = models.get(config)
  if (known !== undefined) return known
  const found =
    LAB_MACHINES.find((lab) => lab.machine.config === config) ??
    LAB_MACHINES.find(({ name }) => name === config.id)
  if (found === undefined) throw new Error(`The machine '${pathOf(machine)}' has no model.`)
  models.set(config, found.model.stimuli)
  return found.model.stimuli
}

/** How a promise or stream may end. */
export const endingsOf = ({ machine, id }: OpenPort): readonly Stimulus[] =>
  stimuliOf(machine).filter(
    ({ type }) => type === `xstate.done.actor.${id}` || type === `xstate.error.actor.${id}`,
  )

/** Settled promises have called back, and the recorder has compared. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

type Implementations = {
  readonly actors: Readonly<Record<string, AnyActorLogic>>
  readonly actions: Readonly<Record<string, unknown>>
}

const isBuiltIn = (action: unknown): boolean => typeof action === 'function' && 'resolve' in action

const isPromise = (logic: AnyActorLogic): boolean =>
  !('_subscription' in (logic.getInitialSnapshot as () => object).call(logic))

export type LiveAppOptions = Partial<RecorderOptions> & {
  /** Whether streams are callbacks, the other kind of actor that sends events. */
  readonly streamsAreCallbacks?: boolean
  /** Called when a machine invokes a promise or stream. */
  readonly onOpen?: (port: OpenPort) => void
}

/**
 * The whole app, recorded, with a simulated clock and with ports that the test answers. Outer actions do nothing, but for the one
 * that navigates: the page shows where it leads to at once.
 */
export const createLiveApp = ({ streamsAreCallbacks = false, onOpen, ...recorded }: LiveAppOptions = {}) => {
  const time = new SimulatedClock()
  const clock = createClock(time as never)
  const ports = new Set<OpenPort>()
  const open = (self: AnyActorRef, port: Omit<OpenPort, 'machine' | 'id'>) => {
    const opened = { machine: self._parent as AnyActorRef, id: self.id, ...port }
    ports.add(opened)
    onOpen?.(opened)
    return () => void ports.delete(opened)
  }

  const promise = fromPromise(
    ({ self, signal }) =>
      new Promise((resolve, reject) => {
        const close = open(self, {
          kind: 'promise',
          isOpen: () => !signal.aborted,
          send: ({ output }) => {
            close()
            resolve(output)
          },
          fail: (error) => {
            close()
            reject(error)
          },
          end: () => undefined,
        })
      }),
  )
  const callback = fromCallback(({ self, sendBack }) => {
    let stopped = false
    const close = open(self, {
      ...{ kind: 'stream', isOpen: () => !stopped, send: sendBack, end: () => undefined },
      fail: () => undefined,
    })
    return () => {
      stopped = true
      close()
    }
  })
  const stream = fromEventObservable(
    ({ self }) =>
      new Observable<EventObject>((subscriber) =>
        open(self, {
          kind: 'stream',
          isOpen: () => !subscriber.closed,
          send: (event) => subscriber.next(event),
          fail: (error) => subscriber.error(error),
          end: () => subscriber.complete(),
        }),
      ),
  )
  const live = (machine: AnyStateMachine): AnyStateMachine => {
    const { actors, actions } = machine.implementations as unknown as Implementations
    const liveOne = (logic: AnyActorLogic) => {
      if ('getStateNodeById' in logic) return live(logic as AnyStateMachine)
      if (isPromise(logic)) return promise
      return streamsAreCallbacks ? callback : stream
    }
    return machine.provide({
      actors: Object.fromEntries(Object.entries(actors).map(([name, logic]) => [name, liveOne(logic)])),
      actions: Object.fromEntries(
        Object.entries(actions).map(([name, action]) => [name, isBuiltIn(action) ? action : () => undefined]),
      ),
    } as Parameters<AnyStateMachine['provide']>[0])
  }

  let address = ''
  const navigate = (_: unknown, { path }: Navigation) => {
    if (path === address) return
    address = path
    const { pathname, search } = new URL(path, 'http://page')
    root.send({ type: 'route.changed', path: pathname, search })
  }
  const recorder = createRecorder({
    ...{ clock, now: () => BEGUN + time.now(), mask: recorderMask, release: 'test', userAgent: 'test' },
    ...recorded,
  })
  const root: AnyActorRef = createActor(
    live(wholeApp).provide({ actions: { navigate } } as Parameters<AnyStateMachine['provide']>[0]),
    { clock, inspect: recorder.inspect },
  )
  root.subscribe({ error: () => undefined })
  root.start()

  /** The machines that run, the root first. */
  const machines = (): AnyActorRef[] => {
    const found = [root]
    for (const actor of found)
      for (const child of Object.values((actor.getSnapshot() as AnyMachineSnapshot).children))
        if (isMachine(child as AnyActorRef)) found.push(child as AnyActorRef)
    return found
  }

  return {
    ...{ root, time, recorder, ports, machines },
    /** Answers all that the machines at some paths wait for with what their models name first. */
    answer: async (path: RegExp, change: (output: unknown) => unknown = (output) => output) => {
      await settled()
      for (const port of [...ports]) {
        if (port.kind === 'stream' || !path.test(pathOf(port.machine))) continue
        const done = endingsOf(port).find(
          ({ type, output }) => type.startsWith('xstate.done') && output !== null,
        )
        if (done) port.send({ ...done, output: change(done.output) })
      }
      await settled()
    },
    /** Sends the machine at a path, if it runs, the first event of a type in its model, with other fields where they are given. */
    act: async (path: string, type: string, fields: object = {}) => {
      const machine = machines().find((each) => pathOf(each) === path)
      const event = machine && stimuliOf(machine).find((each) => each.type === type)
      if (event) machine.send({ ...event, ...fields })
      await settled()
    },
  }
}
