import type { SnapshotFrom } from 'xstate'
import type { tripsMachine } from './trips.machine.ts'

type Snapshot = SnapshotFrom<typeof tripsMachine>

/** Whether the tab of trips is the one that shows (MAP-03). */
export const selectIsTripsOpen = (snapshot: Snapshot) => snapshot.hasTag('open')
/** Trips in the reply, and in total; null before the first reply. */
export const selectTripsFound = ({ context }: Snapshot) => context.found
/** The text of the trips' search box. */
export const selectTripSearch = ({ context }: Snapshot) => context.search
/** Which trips are shown by their punctuality; null: all. */
export const selectTripPunctuality = ({ context }: Snapshot) => context.punctuality
/** How many cards show at most. */
export const selectTripCards = ({ context }: Snapshot) => context.cards
/** Whether trips are loading, other than for a refresh. */
export const selectAreTripsLoading = (snapshot: Snapshot) => snapshot.hasTag('loading')
/** Why the trips could not be loaded; null while all is well. */
export const selectTripsFailure = ({ context }: Snapshot) => context.failure
