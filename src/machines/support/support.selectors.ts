import type { SnapshotFrom } from 'xstate'
import type { supportMachine } from './support.machine.ts'

type Snapshot = SnapshotFrom<typeof supportMachine>

/** The role whose users are listed; null before one is chosen. */
export const selectRole = ({ context }: Snapshot) => context.role
/** The query of the users of the chosen role. */
export const selectUsers = ({ children }: Snapshot) => children.users
/** Why an earlier choice could not be restored, or this one failed. */
export const selectFailure = ({ context }: Snapshot) => context.failure
/** Whether a choice is being made or ended. */
export const selectIsBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
/** The user that support acts for; null while there is none. */
export const selectActing = (snapshot: Snapshot) =>
  snapshot.hasTag('acting') ? (snapshot.context.time?.acting ?? null) : null
