import type { SnapshotFrom } from 'xstate'
import { MOST_CELLS, shownIn } from './grid-map.logic.ts'
import type { gridMapMachine } from './grid-map.machine.ts'

type Snapshot = SnapshotFrom<typeof gridMapMachine>

/** All vehicles of the grid; those past its last cell wait. */
export const selectGridVehicleIds = ({ context }: Snapshot) => context.vehicleIds
/** How many cells there are. */
export const selectCells = ({ context }: Snapshot) => context.cells
/** Whether another vehicle can be added. */
export const selectCanAdd = ({ context }: Snapshot) => shownIn(context).length < MOST_CELLS
