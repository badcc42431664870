import type { Model } from '../kit/stimuli.ts'
import type { Grid } from './grid-map.logic.ts'
import type { GridMapEvent, GridMapInput } from './grid-map.machine.ts'

/** Everything that can happen to a grid map, begun with none and with five vehicles. */
export const gridMapModel: Model<Grid, GridMapEvent, GridMapInput> = {
  inputs: [{ vehicleIds: [] }, { vehicleIds: [1, 2, 3, 4, 5] }],
  stimuli: [
    { type: 'gridMap.added', vehicleId: 5 },
    { type: 'gridMap.added', vehicleId: 6 },
    { type: 'gridMap.removed', vehicleId: 5 },
    { type: 'gridMap.removed', vehicleId: 6 },
    { type: 'gridMap.sizeChosen', cells: 4 },
    { type: 'gridMap.sizeChosen', cells: 9 },
    { type: 'gridMap.close' },
  ],
  key: (context) => context,
  unreachable: {},
}
