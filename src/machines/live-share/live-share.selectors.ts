import type { SnapshotFrom } from 'xstate'
import type { liveShareMachine } from './live-share.machine.ts'

type Snapshot = SnapshotFrom<typeof liveShareMachine>

/** What the shared page shows: nothing yet, the vehicles, the banner (SHR-04), or that the server was not reached. */
export type SharePhase = 'closed' | 'loading' | 'shown' | 'broken' | 'away'

export const selectSharePhase = (snapshot: Snapshot): SharePhase =>
  (['loading', 'shown', 'broken', 'away'] as const).find((tag) => snapshot.hasTag(tag)) ?? 'closed'
/** The open link; null while there is none. */
export const selectSharedLink = ({ context }: Snapshot) => context.link
/** The followed vehicle; null while none is. */
export const selectFollowedId = ({ context }: Snapshot) => context.vehicleId
/** Its latest position since it is followed. */
export const selectSharePoint = ({ context }: Snapshot) => context.point
/** The state of its stream. */
export const selectShareStream = ({ context }: Snapshot) => context.stream
