import { type ActorRefFrom, assign, setup } from 'xstate'
import { type Failure, failureParams } from '../kit/failure.ts'
import type { Notice } from '../kit/notice.ts'
import { actionPort, eventPort, promisePort } from '../kit/port.ts'
import type {
  LinkAnswer,
  SharedLink,
  ShareEnded,
  SharePoint,
  ShareStreamEvent,
  ShareStreamState,
} from './live-share.ports.ts'

/** Events of the shared page. The id of its link is in the address alone: neither events nor context hold it. */
export type LiveShareEvent =
  | { type: 'share.opened' }
  | { type: 'share.closed' }
  | { type: 'share.retry' }
  | { type: 'share.followed'; vehicleId: number }
  | { type: 'share.left' }
  | ShareStreamEvent

export type LiveShareContext = {
  /** null until the server says that the link is open. */
  readonly link: SharedLink | null
  /** The followed vehicle; null while none is. */
  readonly vehicleId: number | null
  readonly stream: ShareStreamState
  /** The latest position of the followed vehicle. */
  readonly point: SharePoint | null
  readonly failure: Failure | null
}

const NOTHING: LiveShareContext = {
  link: null,
  vehicleId: null,
  stream: 'connecting',
  point: null,
  failure: null,
}

const isOpen = {
  type: 'isOpen',
  params: ({ event }: { event: { output: LinkAnswer } }) => event.output,
} as const
const setLink = {
  type: 'setLink',
  params: ({ event }: { event: { output: LinkAnswer } }) => event.output,
} as const
const notify = {
  type: 'notify',
  params: ({ event }: { event: { output: LinkAnswer } }): Notice =>
    event.output.kind === 'broken' && event.output.message !== null
      ? { kind: 'error', text: null, detail: event.output.message }
      : { kind: 'error', text: 'shareError' },
} as const
const breakBy = {
  target: '#liveShare.open.broken',
  actions: { type: 'setFailure', params: failureParams },
} as const

/** What a failed check means: a server that is not reached says nothing of the link, any other failure is the banner (SHR-16). */
const onFailure = [
  {
    guard: { type: 'isAway', params: failureParams },
    target: '#liveShare.open.away',
    actions: { type: 'setFailure', params: failureParams },
  },
  breakBy,
] as const

/** The public page of a live link (SHR-01): it is open, with its vehicles, or in error (SHR-07); one vehicle can be followed (SHR-03). */
export const liveShareMachine = setup({
  types: {
    context: {} as LiveShareContext,
    events: {} as LiveShareEvent,
    children: {} as {
      check: 'checkLink'
      recheck: 'checkLink'
      ask: 'checkLink'
      watch: 'watchLink'
      follow: 'followShared'
    },
    tags: {} as 'loading' | 'broken' | 'away' | 'shown',
  },
  actors: {
    checkLink: promisePort<LinkAnswer>('liveShare.checkLink'),
    watchLink: eventPort<ShareEnded>('liveShare.watchLink'),
    followShared: eventPort<ShareStreamEvent, { vehicleId: number }>('liveShare.followShared'),
  },
  actions: {
    notify: actionPort<Notice>('liveShare.notify'),
    setLink: assign((_, answer: LinkAnswer) => ({
      link: answer.kind === 'open' ? answer.link : null,
      failure: null,
    })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    follow: assign((_, { vehicleId }: { vehicleId: number }) => ({
      vehicleId,
      stream: 'connecting' as const,
      point: null,
    })),
    followOnly: assign(({ context }) => ({
      vehicleId: context.link?.vehicleIds[0] ?? null,
      stream: 'connecting' as const,
      point: null,
    })),
    leave: assign({ vehicleId: null, point: null, stream: 'connecting' }),
    setPoint: assign((_, { point }: { point: SharePoint }) => ({ point })),
    setStream: assign((_, { state }: { state: ShareStreamState }) => ({ stream: state })),
    clear: assign(NOTHING),
  },
  guards: {
    isOpen: (_, answer: LinkAnswer) => answer.kind === 'open',
    isAway: (_, { failure: { kind, code } }: { failure: Failure }) =>
      kind === 'away' || code === 'pagePartNotLoaded',
    hasOne: ({ context }) => context.link?.vehicleIds.length === 1,
    followsOnly: ({ context: { link, vehicleId } }) =>
      link?.vehicleIds.every((shared) => shared === vehicleId) ?? true,
    isShared: ({ context }, { vehicleId }: { vehicleId: number }) =>
      context.link?.vehicleIds.includes(vehicleId) ?? false,
  },
  delays: {
    /** ms between two looks at the link while it is open, which also move the vehicles that are not followed. */
    recheck: 15_000,
    /** ms until the server is asked again where it could not be reached. */
    again: 5_000,
  },
}).createMachine({
  id: 'liveShare',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: { entry: 'clear', on: { 'share.opened': 'open' } },
    open: {
      initial: 'checking',
      on: { 'share.closed': 'closed' },
      states: {
        checking: {
          tags: 'loading',
          invoke: {
            id: 'check',
            src: 'checkLink',
            onDone: [
              { guard: isOpen, target: 'shown', actions: setLink },
              { target: 'broken', actions: [setLink, notify] },
            ],
            onError: onFailure,
          },
        },
        shown: {
          tags: 'shown',
          type: 'parallel',
          exit: 'leave',
          states: {
            link: {
              initial: 'waiting',
              states: {
                waiting: { after: { recheck: 'rechecking' } },
                rechecking: {
                  invoke: {
                    id: 'recheck',
                    src: 'checkLink',
                    onDone: [
                      { guard: isOpen, target: 'waiting', actions: setLink },
                      { target: '#liveShare.open.broken', actions: [setLink, notify] },
                    ],
                    onError: [
                      { guard: { type: 'isAway', params: failureParams }, target: 'waiting' },
                      breakBy,
                    ],
                  },
                },
              },
            },
            vehicle: {
              initial: 'choosing',
              states: {
                choosing: {
                  always: [
                    { guard: 'hasOne', target: 'followed', actions: 'followOnly' },
                    { target: 'unfollowed' },
                  ],
                },
                // Without a vehicle's stream, one of the link alone tells of its end (AC-07).
                unfollowed: {
                  invoke: { id: 'watch', src: 'watchLink', onError: '#liveShare.open.broken' },
                  on: { 'share.ended': '#liveShare.open.broken' },
                },
                followed: {
                  invoke: {
                    id: 'follow',
                    src: 'followShared',
                    input: ({ context }) => ({ vehicleId: context.vehicleId ?? 0 }),
                    onError: '#liveShare.open.broken',
                  },
                  on: {
                    'share.left': { target: 'unfollowed', actions: 'leave' },
                    'share.pointArrived': { actions: { type: 'setPoint', params: ({ event }) => event } },
                    'share.streamChanged': { actions: { type: 'setStream', params: ({ event }) => event } },
                    'share.ended': [
                      { guard: 'followsOnly', target: '#liveShare.open.broken' },
                      { target: 'asking' },
                    ],
                  },
                },
                // The followed vehicle has left the link, or the link is over; what is shown stays until the server has said which.
                asking: {
                  on: { 'share.left': { target: 'unfollowed', actions: 'leave' } },
                  invoke: {
                    id: 'ask',
                    src: 'checkLink',
                    onDone: [
                      { guard: isOpen, target: 'choosing', actions: [setLink, 'leave'] },
                      { target: '#liveShare.open.broken', actions: [setLink, notify] },
                    ],
                    onError: onFailure,
                  },
                },
              },
              on: {
                'share.followed': {
                  guard: { type: 'isShared', params: ({ event }) => event },
                  target: '.followed',
                  actions: { type: 'follow', params: ({ event }) => event },
                },
              },
            },
          },
        },
        away: { tags: 'away', after: { again: 'checking' }, on: { 'share.retry': 'checking' } },
        broken: { tags: 'broken', on: { 'share.retry': 'checking' } },
      },
    },
  },
})

/** The running machine, to read and send to. */
export type LiveShareActor = ActorRefFrom<typeof liveShareMachine>
