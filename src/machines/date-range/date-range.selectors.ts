import type { SnapshotFrom } from 'xstate'
import { endHours, goesUntilNow, shownEnd, startHours } from './date-range.logic.ts'
import type { dateRangeMachine } from './date-range.machine.ts'

type Snapshot = SnapshotFrom<typeof dateRangeMachine>

/** The chosen range, ms since 1970 UTC. */
export const selectRange = (snapshot: Snapshot) => snapshot.context.range
/** The hour the range's end is shown as, ms: the current one where it goes until now. */
export const selectShownEnd = ({ context }: Snapshot) => shownEnd(context.range, context.now)
/** Whether the chosen range ends now. */
export const selectGoesUntilNow = ({ context }: Snapshot) => goesUntilNow(context.range, context.now)
/** The latest time that may be chosen, ms (PLB-21). */
export const selectLatest = (snapshot: Snapshot) => snapshot.context.now
/** Hours offered for the start (PLB-42); a new object each time: compare by value. */
export const selectStartHours = ({ context }: Snapshot) => startHours(context.range, context.now)
/** Hours offered for the end (PLB-38, PLB-40); a new object each time: compare by value. */
export const selectEndHours = ({ context }: Snapshot) => endHours(context.range, context.now)
