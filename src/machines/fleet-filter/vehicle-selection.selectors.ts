import type { SnapshotFrom } from 'xstate'
import type { vehicleSelectionMachine } from './vehicle-selection.machine.ts'

type Snapshot = SnapshotFrom<typeof vehicleSelectionMachine>

/** Whether vehicles are being chosen. */
export const selectIsSelectionOpen = (snapshot: Snapshot) => snapshot.hasTag('open')
/** Whether the vehicles to choose from are loading, including the pauses between attempts. */
export const selectIsSelectionLoading = (snapshot: Snapshot) => snapshot.hasTag('loading')
/** Whether the vehicles to choose from could not be loaded. */
export const selectHasSelectionFailed = (snapshot: Snapshot) => snapshot.hasTag('failed')
/** The picked vehicles, in the order they were picked. */
export const selectPicked = ({ context }: Snapshot) => context.picked
