import { type ActorRefFrom, assign, setup } from 'xstate'
import { type Failure, failureParams } from '../kit/failure.ts'
import { promisePort } from '../kit/port.ts'
import { isSame } from './dashboard.logic.ts'
import type { FiguresRequest, HeldFigures } from './dashboard.ports.ts'

/** How soon figures are asked for again while days are still being derived or added up, ms. */
const PENDING_POLL_MS = 30_000

/** Events of a widget: the figures that it shows from now on, null while it is hidden, and that they are to be loaded again. */
export type WidgetEvent =
  | { type: 'widget.load'; request: FiguresRequest | null }
  | { type: 'widget.refreshDue' }
  | { type: 'widget.retry' }

export type WidgetContext = {
  readonly request: FiguresRequest | null
  /** The last answer to this very request; null until there is one. */
  readonly held: HeldFigures | null
  readonly failure: Failure | null
}

/**
 * The figures of one widget (DSH-01). Another request ends the one that is awaited and drops the answer, so that a late answer never
 * shows; the same one again keeps the answer until the next. While days are still being derived, it asks again by itself.
 */
export const widgetMachine = setup({
  types: {
    context: {} as WidgetContext,
    events: {} as WidgetEvent,
    children: {} as { load: 'loadFigures' },
    tags: {} as 'loading',
  },
  actors: { loadFigures: promisePort<HeldFigures, FiguresRequest>('dashboard.loadFigures') },
  actions: {
    setRequest: assign((_, { request }: { request: FiguresRequest | null }) => ({
      request,
      held: null,
      failure: null,
    })),
    setHeld: assign((_, { held }: { held: HeldFigures }) => ({ held, failure: null })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
  },
  guards: {
    isOther: ({ context }, { request }: { request: FiguresRequest | null }) =>
      !isSame(request, context.request),
    isNone: (_, { request }: { request: FiguresRequest | null }) => request === null,
    isPending: (_, { pendingDays, waitingDays }: HeldFigures) => pendingDays > 0 || waitingDays > 0,
  },
  delays: { pendingPoll: PENDING_POLL_MS },
}).createMachine({
  id: 'widget',
  context: { request: null, held: null, failure: null },
  initial: 'idle',
  on: {
    'widget.load': [
      {
        guard: { type: 'isNone', params: ({ event }) => event },
        target: '.idle',
        actions: { type: 'setRequest', params: ({ event }) => event },
      },
      {
        guard: { type: 'isOther', params: ({ event }) => event },
        target: '.loading',
        actions: { type: 'setRequest', params: ({ event }) => event },
      },
    ],
  },
  states: {
    idle: {},
    loading: {
      tags: 'loading',
      invoke: {
        id: 'load',
        src: 'loadFigures',
        input: ({ context: { request } }) => {
          if (request === null) throw new Error('There is nothing to load.')
          return request
        },
        onDone: [
          {
            guard: { type: 'isPending', params: ({ event }) => event.output },
            target: 'pending',
            actions: { type: 'setHeld', params: ({ event }) => ({ held: event.output }) },
          },
          {
            target: 'shown',
            actions: { type: 'setHeld', params: ({ event }) => ({ held: event.output }) },
          },
        ],
        onError: { target: 'failed', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    shown: { on: { 'widget.refreshDue': 'loading' } },
    pending: { after: { pendingPoll: 'loading' } },
    failed: { on: { 'widget.retry': 'loading', 'widget.refreshDue': 'loading' } },
  },
})

/** A running widget, to read and send to. */
export type WidgetActor = ActorRefFrom<typeof widgetMachine>
