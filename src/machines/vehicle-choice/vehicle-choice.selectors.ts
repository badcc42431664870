import type { SnapshotFrom } from 'xstate'
import type { vehicleChoiceMachine } from './vehicle-choice.machine.ts'

type Snapshot = SnapshotFrom<typeof vehicleChoiceMachine>

/** Whether vehicles are being chosen. */
export const selectIsChoosing = (snapshot: Snapshot) => snapshot.hasTag('open')
/** Whether the vehicles to choose from are being asked for, the pauses between two tries included. */
export const selectIsChoiceLoading = (snapshot: Snapshot) => snapshot.hasTag('loading')
/** Whether the vehicles to choose from could not be had. */
export const selectHasChoiceFailed = (snapshot: Snapshot) => snapshot.hasTag('failed')
/** The picked vehicles, in the order they were picked. */
export const selectPicked = ({ context }: Snapshot) => context.picked
