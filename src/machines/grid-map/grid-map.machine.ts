import { assign, setup } from 'xstate'
import {
  type CellCount,
  type Grid,
  gridOf,
  withCells,
  withoutVehicle,
  withVehicle,
} from './grid-map.logic.ts'

/** The vehicles to begin with: those that are checked, else the first of the list. Past the ninth they are left out. */
export type GridMapInput = { readonly vehicleIds: readonly number[] }

/** Events of the grid map. */
export type GridMapEvent =
  | { type: 'gridMap.added'; vehicleId: number }
  | { type: 'gridMap.removed'; vehicleId: number }
  | { type: 'gridMap.sizeChosen'; cells: CellCount }
  | { type: 'gridMap.close' }

/** The grid map (MAP-11, OPEN-54): which vehicles have a small live map. It holds ids alone; the maps are the views'. */
export const gridMapMachine = setup({
  types: { context: {} as Grid, events: {} as GridMapEvent, input: {} as GridMapInput },
  actions: {
    add: assign(({ context }, { vehicleId }: { vehicleId: number }) => withVehicle(context, vehicleId)),
    remove: assign(({ context }, { vehicleId }: { vehicleId: number }) => withoutVehicle(context, vehicleId)),
    resize: assign(({ context }, { cells }: { cells: CellCount }) => withCells(context, cells)),
  },
}).createMachine({
  id: 'gridMap',
  context: ({ input }) => gridOf(input.vehicleIds),
  initial: 'watching',
  states: {
    watching: {
      on: {
        'gridMap.added': { actions: { type: 'add', params: ({ event }) => event } },
        'gridMap.removed': { actions: { type: 'remove', params: ({ event }) => event } },
        'gridMap.sizeChosen': { actions: { type: 'resize', params: ({ event }) => event } },
        'gridMap.close': 'closed',
      },
    },
    closed: { type: 'final' },
  },
})
