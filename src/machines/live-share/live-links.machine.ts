import { type ActorRefFrom, assign, setup } from 'xstate'
import { type Failure, failureParams } from '../kit/failure.ts'
import { promisePort } from '../kit/port.ts'
import type {
  FenceChoice,
  LinkList,
  MadeLink,
  ShareChange,
  ShareDraft,
  ShareForm,
  ShareSubject,
} from './live-links.ports.ts'

/** Events of the owner's live links. */
export type LiveLinksEvent =
  | { type: 'links.shareOpened'; subject: ShareSubject; label: string }
  | { type: 'links.formChanged'; change: Partial<ShareForm> }
  | { type: 'links.submitted' }
  | { type: 'links.listOpened' }
  | { type: 'links.retry' }
  | { type: 'links.revokePressed'; shareId: number }
  | { type: 'links.endPressed'; shareId: number }
  | { type: 'links.endChosen'; hours: number }
  | { type: 'links.confirmed' }
  | { type: 'links.cancelled' }
  | { type: 'links.closed' }

export type LiveLinksContext = {
  /** What the open form shares; null outside it. */
  readonly subject: ShareSubject | null
  readonly form: ShareForm
  /** null until they are loaded. */
  readonly fences: readonly FenceChoice[] | null
  readonly hasNoFences: boolean
  /** The link that was just made. */
  readonly madeId: number | null
  /** null until the list is loaded. */
  readonly shares: LinkList | null
  /** What is to be confirmed, or under way. */
  readonly change: ShareChange | null
  readonly failure: Failure | null
}

/** Hours after which a link ends unless another end is chosen. */
const FIRST_HOURS = 8

const formOf = (subject: ShareSubject | null, label: string): ShareForm => ({
  endsBy: subject?.kind === 'trip' ? 'trip' : 'time',
  hours: FIRST_HOURS,
  endsAt: null,
  geoFenceId: null,
  label,
})

const NOTHING: LiveLinksContext = {
  subject: null,
  form: formOf(null, ''),
  fences: null,
  hasNoFences: false,
  madeId: null,
  shares: null,
  change: null,
  failure: null,
}

const open = {
  target: '#liveLinks.sharing',
  actions: {
    type: 'startForm',
    params: ({ event }: { event: { subject: ShareSubject; label: string } }) => event,
  },
} as const

/** What can be pressed in a list that is shown. */
const pressed = {
  'links.revokePressed': {
    target: '#liveLinks.listing.asking',
    actions: {
      type: 'setChange',
      params: ({ event: { shareId } }: { event: { shareId: number } }) => ({
        change: { kind: 'revoke' as const, shareId },
      }),
    },
  },
  'links.endPressed': {
    target: '#liveLinks.listing.ending',
    actions: {
      type: 'setChange',
      params: ({ event: { shareId } }: { event: { shareId: number } }) => ({
        change: { kind: 'end' as const, shareId, hours: FIRST_HOURS },
      }),
    },
  },
} as const

/**
 * The live links of an owner (OPEN-43): a form that makes one, its address, and the list in which links are changed and revoked.
 * The address itself is a secret and in no event or context.
 */
export const liveLinksMachine = setup({
  types: {
    context: {} as LiveLinksContext,
    events: {} as LiveLinksEvent,
    children: {} as {
      fences: 'loadFences'
      create: 'createLink'
      list: 'loadLinks'
      refresh: 'loadLinks'
      change: 'changeLink'
    },
    tags: {} as 'form' | 'made' | 'list' | 'busy' | 'loading' | 'asking' | 'ending',
  },
  actors: {
    loadFences: promisePort<readonly FenceChoice[]>('liveLinks.loadFences'),
    createLink: promisePort<MadeLink, ShareDraft>('liveLinks.createLink'),
    loadLinks: promisePort<LinkList, { readonly isPolled: boolean }>('liveLinks.loadLinks'),
    changeLink: promisePort<void, ShareChange>('liveLinks.changeLink'),
  },
  actions: {
    startForm: assign((_, { subject, label }: { subject: ShareSubject; label: string }) => ({
      subject,
      form: formOf(subject, label),
      madeId: null,
      failure: null,
    })),
    changeForm: assign(({ context }, { change }: { change: Partial<ShareForm> }) => ({
      form: { ...context.form, ...change },
    })),
    setFences: assign((_, { fences }: { fences: readonly FenceChoice[] }) => ({
      fences,
      hasNoFences: false,
    })),
    missFences: assign({ hasNoFences: true }),
    setMade: assign((_, { shareId }: MadeLink) => ({ madeId: shareId, failure: null })),
    setShares: assign((_, { shares }: { shares: LinkList }) => ({ shares, failure: null })),
    setChange: assign((_, { change }: { change: ShareChange }) => ({ change, failure: null })),
    setHours: assign(({ context }, { hours }: { hours: number }) => ({
      change: context.change && { kind: 'end' as const, shareId: context.change.shareId, hours },
    })),
    forgetChange: assign({ change: null, failure: null }),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    forgetFailure: assign({ failure: null }),
    clear: assign(NOTHING),
  },
  guards: {
    isListed: ({ context }) => context.shares !== null,
    isRevoking: ({ context }) => context.change?.kind === 'revoke',
  },
  delays: {
    /** ms between two reads of the open list: its visits go on. */
    poll: 15_000,
  },
}).createMachine({
  id: 'liveLinks',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: { entry: 'clear', on: { 'links.shareOpened': open, 'links.listOpened': 'listing' } },
    sharing: {
      tags: 'form',
      type: 'parallel',
      on: { 'links.closed': 'closed' },
      states: {
        fences: {
          initial: 'loading',
          states: {
            loading: {
              invoke: {
                id: 'fences',
                src: 'loadFences',
                onDone: {
                  target: 'settled',
                  actions: { type: 'setFences', params: ({ event }) => ({ fences: event.output }) },
                },
                onError: { target: 'settled', actions: 'missFences' },
              },
            },
            settled: {},
          },
        },
        link: {
          initial: 'form',
          states: {
            form: {
              on: {
                'links.formChanged': { actions: { type: 'changeForm', params: ({ event }) => event } },
                'links.submitted': 'creating',
              },
            },
            creating: {
              tags: 'busy',
              entry: 'forgetFailure',
              invoke: {
                id: 'create',
                src: 'createLink',
                input: ({ context: { subject, form } }) => {
                  if (subject === null) throw new Error('Nothing is to be shared.')
                  return { ...form, subject }
                },
                onDone: {
                  target: '#liveLinks.made',
                  actions: { type: 'setMade', params: ({ event }) => event.output },
                },
                onError: { target: 'form', actions: { type: 'setFailure', params: failureParams } },
              },
            },
          },
        },
      },
    },
    made: { tags: 'made', on: { 'links.closed': 'closed', 'links.listOpened': 'listing' } },
    listing: {
      tags: 'list',
      initial: 'loading',
      on: { 'links.closed': 'closed', 'links.shareOpened': open },
      states: {
        loading: {
          tags: 'loading',
          entry: 'forgetFailure',
          // After a change the old list is shown until the new one is there.
          on: pressed,
          invoke: {
            id: 'list',
            src: 'loadLinks',
            input: { isPolled: false },
            onDone: {
              target: 'shown',
              actions: { type: 'setShares', params: ({ event }) => ({ shares: event.output }) },
            },
            // A list that is shown stays, can be changed and is read again.
            onError: [
              {
                guard: 'isListed',
                target: 'shown',
                actions: { type: 'setFailure', params: failureParams },
              },
              { target: 'failed', actions: { type: 'setFailure', params: failureParams } },
            ],
          },
        },
        failed: { on: { 'links.retry': 'loading' } },
        shown: {
          initial: 'waiting',
          on: pressed,
          states: {
            waiting: { after: { poll: 'polling' } },
            polling: {
              invoke: {
                id: 'refresh',
                src: 'loadLinks',
                input: { isPolled: true },
                onDone: {
                  target: 'waiting',
                  actions: { type: 'setShares', params: ({ event }) => ({ shares: event.output }) },
                },
                onError: { target: 'waiting', actions: { type: 'setFailure', params: failureParams } },
              },
            },
          },
        },
        asking: {
          tags: 'asking',
          on: {
            'links.confirmed': 'changing',
            'links.cancelled': { target: 'shown', actions: 'forgetChange' },
          },
        },
        ending: {
          tags: 'ending',
          on: {
            'links.endChosen': { actions: { type: 'setHours', params: ({ event }) => event } },
            'links.confirmed': 'changing',
            'links.cancelled': { target: 'shown', actions: 'forgetChange' },
          },
        },
        changing: {
          tags: 'busy',
          invoke: {
            id: 'change',
            src: 'changeLink',
            input: ({ context: { change } }) => {
              if (change === null) throw new Error('Nothing is to be changed.')
              return change
            },
            onDone: { target: 'loading', actions: 'forgetChange' },
            onError: [
              {
                guard: 'isRevoking',
                target: 'asking',
                actions: { type: 'setFailure', params: failureParams },
              },
              { target: 'ending', actions: { type: 'setFailure', params: failureParams } },
            ],
          },
        },
      },
    },
  },
})

/** The running machine, to read and send to. */
export type LiveLinksActor = ActorRefFrom<typeof liveLinksMachine>
