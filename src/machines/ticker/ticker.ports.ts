import type { NewTickerMessage } from '#contract/calls/ticker.ts'
import type { Message } from './ticker.logic.ts'

/** A check for new messages is due. */
export type TickerRefreshEvent = { type: 'ticker.refreshDue' }

/**
 * The messages, and whether the user has acknowledged them since the login (SES-09). `message` is the server's text beside them:
 * empty if it sent none, null if the whole reply was empty.
 */
export type TickerList = {
  readonly messages: readonly Message[]
  readonly message: string | null
  readonly isAcknowledged: boolean
}

/** A message to save; a new one has no id. */
export type WrittenMessage = { readonly messageId: number | null; readonly message: NewTickerMessage }
