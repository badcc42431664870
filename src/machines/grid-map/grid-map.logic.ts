/** How many cells the grid map has (OPEN-54). */
export type CellCount = 4 | 9
/** Most vehicles of the grid map: each has a map of its own. */
export const MAX_CELLS = 9

/** The vehicles of the grid map in the order of their cells, and the number of cells. */
export type Grid = { readonly vehicleIds: readonly number[]; readonly cells: CellCount }

const cellsFor = (count: number): CellCount => (count > 4 ? 9 : 4)

/** The grid of the first nine of some vehicles, each once. */
export const gridOf = (vehicleIds: readonly number[]): Grid => {
  const chosen = [...new Set(vehicleIds)].slice(0, MAX_CELLS)
  return { vehicleIds: chosen, cells: cellsFor(chosen.length) }
}

/** The vehicles that have a cell. */
export const shownIn = ({ vehicleIds, cells }: Grid): readonly number[] => vehicleIds.slice(0, cells)

/** Adds a vehicle after the shown ones; four full cells grow to nine. A shown vehicle, or a tenth, changes nothing. */
export const withVehicle = (grid: Grid, vehicleId: number): Grid => {
  const shown = shownIn(grid)
  if (shown.includes(vehicleId)) return grid
  const waiting = grid.vehicleIds.slice(grid.cells).filter((each) => each !== vehicleId)
  return {
    vehicleIds: [...shown, vehicleId, ...waiting].slice(0, MAX_CELLS),
    cells: shown.length === grid.cells ? 9 : grid.cells,
  }
}

/** Takes a vehicle out; those behind it move up. */
export const withoutVehicle = (grid: Grid, vehicleId: number): Grid => ({
  ...grid,
  vehicleIds: grid.vehicleIds.filter((each) => each !== vehicleId),
})

/** The same vehicles on four or nine cells; those past the last cell come back with nine. */
export const withCells = (grid: Grid, cells: CellCount): Grid => ({ ...grid, cells })
