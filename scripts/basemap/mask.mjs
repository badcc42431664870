const CELL = 0.02
const [WEST, SOUTH] = [67, 5]
const COLUMNS = Math.ceil(32 / CELL)
const ROWS = Math.ceil(34 / CELL)

const crossings = (ring, lat) => {
  const found = []
  for (let i = 1; i < ring.length; i += 1) {
    const [a, b] = [ring[i - 1], ring[i]]
    if (a[1] <= lat !== b[1] <= lat) found.push(a[0] + ((lat - a[1]) / (b[1] - a[1])) * (b[0] - a[0]))
  }
  return found.sort((a, b) => a - b)
}

/** Returns whether a place lies inside any of the polygons; from a raster of 0.02 degrees over India. */
export const maskOf = (polygons) => {
  const inside = new Uint8Array(COLUMNS * ROWS)
  for (const [outer] of polygons)
    for (let row = 0; row < ROWS; row += 1) {
      const at = crossings(outer, SOUTH + (row + 0.5) * CELL)
      for (let k = 0; k + 1 < at.length; k += 2) {
        const from = Math.max(0, Math.ceil((at[k] - WEST) / CELL - 0.5))
        const to = Math.min(COLUMNS - 1, Math.floor((at[k + 1] - WEST) / CELL - 0.5))
        for (let column = from; column <= to; column += 1) inside[row * COLUMNS + column] = 1
      }
    }
  return (lng, lat) => {
    const [column, row] = [Math.floor((lng - WEST) / CELL), Math.floor((lat - SOUTH) / CELL)]
    return column >= 0 && row >= 0 && column < COLUMNS && row < ROWS && inside[row * COLUMNS + column] === 1
  }
}
