import type { SnapshotFrom } from 'xstate'
import type { outboxMachine } from './outbox.machine.ts'

type Snapshot = SnapshotFrom<typeof outboxMachine>

/** The mails, newest first; null until they are loaded. */
export const selectMails = ({ context }: Snapshot) => context.mails
/** The mail that is read. */
export const selectMail = ({ context }: Snapshot) => context.mail
/** Why the last request failed. */
export const selectFailure = ({ context }: Snapshot) => context.failure
