import type { SnapshotFrom } from 'xstate'
import type { tickerEditorMachine } from './ticker-editor.machine.ts'

type Snapshot = SnapshotFrom<typeof tickerEditorMachine>

/** The messages, newest first; null until they are loaded. */
export const selectMessages = ({ context }: Snapshot) => context.messages
/** The message that is edited or about to be deleted; undefined for a new one. */
export const selectChosen = ({ context }: Snapshot) =>
  context.messages?.find(({ messageId }) => messageId === context.chosen)
/** Why the last request failed. */
export const selectFailure = ({ context }: Snapshot) => context.failure
/** Whether the list could not be loaded. */
export const selectIsListFailed = (snapshot: Snapshot) => snapshot.hasTag('failed')
/** Whether the form is open. */
export const selectIsWriting = (snapshot: Snapshot) => snapshot.hasTag('writing')
/** Whether a deletion waits for confirmation. */
export const selectIsConfirming = (snapshot: Snapshot) => snapshot.hasTag('confirming')
/** Whether a message is being saved or deleted. */
export const selectIsBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
