import type { SnapshotFrom } from 'xstate'
import type { recoveryMachine } from './recovery.machine.ts'

type Snapshot = SnapshotFrom<typeof recoveryMachine>

/** Why it did not work. */
export const selectFailure = ({ context }: Snapshot) => context.failure
/** Whether the server is asked. */
export const selectIsBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
/** What the server said when it was done; '' before. */
export const selectReply = (snapshot: Snapshot) => (snapshot.hasTag('done') ? snapshot.context.reply : '')
