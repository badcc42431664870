import type { SnapshotFrom } from 'xstate'
import type { recoveryMachine } from './recovery.machine.ts'

type Snapshot = SnapshotFrom<typeof recoveryMachine>

/** Why the last request failed. */
export const selectFailure = ({ context }: Snapshot) => context.failure
/** Whether a request is in progress. */
export const selectIsBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
/** The server's text when done; '' before. */
export const selectReply = (snapshot: Snapshot) => (snapshot.hasTag('done') ? snapshot.context.reply : '')
