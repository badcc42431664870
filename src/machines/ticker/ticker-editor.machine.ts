import { assertEvent, assign, setup } from 'xstate'
import type { NewTickerMessage, TickerMessage } from '#contract/calls/ticker.ts'
import { type Failure, failureParams } from '../kit/failure.ts'
import { type Notice, successNotice } from '../kit/notice.ts'
import { actionPort, promisePort } from '../kit/port.ts'
import type { WrittenMessage } from './ticker.ports.ts'

/** Events of the ticker's editor. `messageId` null is a new message. */
export type TickerEditorEvent =
  | { type: 'editor.addPressed' }
  | { type: 'editor.editPressed'; messageId: number }
  | { type: 'editor.deletePressed'; messageId: number }
  | { type: 'editor.saved'; message: NewTickerMessage }
  | { type: 'editor.deleteConfirmed' }
  | { type: 'editor.cancelled' }
  | { type: 'editor.retry' }
export type TickerEditorContext = {
  /** null until they are loaded. */
  readonly messages: readonly TickerMessage[] | null
  /** The message that is edited or about to be deleted; null for a new one, and for none. */
  readonly chosen: number | null
  /** Why the last request failed; null if it succeeded. */
  readonly failure: Failure | null
}

/** The list of ticker messages for administrators, with writing and deleting (TCK-10). */
export const tickerEditorMachine = setup({
  types: {
    context: {} as TickerEditorContext,
    events: {} as TickerEditorEvent,
    children: {} as { list: 'loadMessages'; save: 'saveMessage'; remove: 'deleteMessage' },
    tags: {} as 'loading' | 'failed' | 'writing' | 'confirming' | 'busy',
  },
  actors: {
    loadMessages: promisePort<readonly TickerMessage[]>('tickerEditor.loadMessages'),
    /** Returns the server's text. */
    saveMessage: promisePort<string, WrittenMessage>('tickerEditor.saveMessage'),
    deleteMessage: promisePort<string, { messageId: number }>('tickerEditor.deleteMessage'),
  },
  actions: {
    notify: actionPort<Notice>('tickerEditor.notify'),
    setMessages: assign((_, { messages }: { messages: readonly TickerMessage[] }) => ({
      messages,
      failure: null,
    })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    choose: assign((_, { messageId }: { messageId: number | null }) => ({
      chosen: messageId,
      failure: null,
    })),
    clearChosen: assign({ chosen: null, failure: null }),
  },
}).createMachine({
  id: 'tickerEditor',
  context: { messages: null, chosen: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        id: 'list',
        src: 'loadMessages',
        onDone: {
          target: 'listing',
          actions: { type: 'setMessages', params: ({ event }) => ({ messages: event.output }) },
        },
        onError: { target: 'failed', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    failed: { tags: 'failed', on: { 'editor.retry': 'loading' } },
    listing: {
      on: {
        'editor.addPressed': { target: 'writing', actions: { type: 'choose', params: { messageId: null } } },
        'editor.editPressed': {
          target: 'writing',
          actions: { type: 'choose', params: ({ event }) => event },
        },
        'editor.deletePressed': {
          target: 'confirming',
          actions: { type: 'choose', params: ({ event }) => event },
        },
      },
    },
    writing: {
      tags: 'writing',
      on: { 'editor.saved': 'saving', 'editor.cancelled': { target: 'listing', actions: 'clearChosen' } },
    },
    saving: {
      tags: ['writing', 'busy'],
      invoke: {
        id: 'save',
        src: 'saveMessage',
        input: ({ context, event }) => {
          assertEvent(event, 'editor.saved')
          return { messageId: context.chosen, message: event.message }
        },
        onDone: {
          target: 'loading',
          actions: [{ type: 'notify', params: successNotice }, 'clearChosen'],
        },
        onError: { target: 'writing', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    confirming: {
      tags: 'confirming',
      on: {
        'editor.deleteConfirmed': 'deleting',
        'editor.cancelled': { target: 'listing', actions: 'clearChosen' },
      },
    },
    deleting: {
      tags: ['confirming', 'busy'],
      invoke: {
        id: 'remove',
        src: 'deleteMessage',
        input: ({ context }) => ({ messageId: context.chosen ?? 0 }),
        onDone: {
          target: 'loading',
          actions: [{ type: 'notify', params: successNotice }, 'clearChosen'],
        },
        onError: { target: 'confirming', actions: { type: 'setFailure', params: failureParams } },
      },
    },
  },
})
