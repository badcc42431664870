import type { SnapshotFrom } from 'xstate'
import type { dateRangeMachine } from './date-range.machine.ts'

type Snapshot = SnapshotFrom<typeof dateRangeMachine>

/** The chosen range, ms since 1970 UTC. */
export const selectRange = (snapshot: Snapshot) => snapshot.context.range
/** The clock when it was chosen. */
export const selectClock = (snapshot: Snapshot) => snapshot.context.clock
