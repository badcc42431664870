import type { SnapshotFrom } from 'xstate'
import type { tripsMachine } from './trips.machine.ts'

type Snapshot = SnapshotFrom<typeof tripsMachine>

/** Whether the tab of trips is the one that shows (MAP-03). */
export const selectIsTripsOpen = (snapshot: Snapshot) => snapshot.hasTag('open')
/** How many trips came, and how many there are; null until the first answer. */
export const selectTripsFound = ({ context }: Snapshot) => context.found
/** The text of the trips' search box. */
export const selectTripSearch = ({ context }: Snapshot) => context.search
/** How many cards show at most. */
export const selectTripCards = ({ context }: Snapshot) => context.cards
/** Whether trips are being asked for because somebody waits. */
export const selectAreTripsLoading = (snapshot: Snapshot) => snapshot.hasTag('loading')
/** Why the trips could not be loaded; null while all is well. */
export const selectTripsFailure = ({ context }: Snapshot) => context.failure
