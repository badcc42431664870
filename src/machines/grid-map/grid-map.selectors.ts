import type { SnapshotFrom } from 'xstate'
import { MAX_CELLS, shownIn } from './grid-map.logic.ts'
import type { gridMapMachine } from './grid-map.machine.ts'

type Snapshot = SnapshotFrom<typeof gridMapMachine>

/** The vehicles of the grid and how many cells there are; vehicles past the last cell wait. */
export const selectGrid = ({ context }: Snapshot) => context
/** Whether another vehicle can be added. */
export const selectCanAdd = ({ context }: Snapshot) => shownIn(context).length < MAX_CELLS
