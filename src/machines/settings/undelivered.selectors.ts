import type { SnapshotFrom } from 'xstate'
import type { undeliveredMachine } from './undelivered.machine.ts'

type Snapshot = SnapshotFrom<typeof undeliveredMachine>

/** The newest undelivered notifications and how many there are; null until they are loaded. */
export const selectUndeliveredList = ({ context }: Snapshot) => context.list
/** How many are sent again since the user asked last; null before. */
export const selectRetried = ({ context }: Snapshot) => context.retried
/** Why the last request failed. */
export const selectUndeliveredFailure = ({ context }: Snapshot) => context.failure
/** Whether a request is on its way. */
export const selectIsUndeliveredBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
