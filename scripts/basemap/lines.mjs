// Lines as arrays of [lng, lat], and operations on them. Distances are in degrees.

/** The window of full detail: west, south, east, north. */
export const WINDOW = [58, -4, 104, 42]

export const inWindow = ([lng, lat]) =>
  lng >= WINDOW[0] && lng <= WINDOW[2] && lat >= WINDOW[1] && lat <= WINDOW[3]

const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1])

/** The runs of a line whose points hold, each of two points or more. */
const runs = (line, holds) => {
  const found = [[]]
  line.forEach((point, i) => {
    if (holds(point, i)) found.at(-1).push(point)
    else if (found.at(-1).length > 0) found.push([])
  })
  return found.filter((run) => run.length > 1)
}

/** The parts of a line inside the window, with one point beyond it on each side. */
export const clipped = (line) =>
  runs(
    line,
    (point, i) =>
      inWindow(point) || (i > 0 && inWindow(line[i - 1])) || (i < line.length - 1 && inWindow(line[i + 1])),
  )

const CELL = 0.1
const SAMPLE = 0.01

/** Returns whether a point lies within a distance of any of the lines. */
export const nearnessTo = (lines) => {
  const cells = new Map()
  const keyOf = (x, y) => `${Math.floor(x / CELL)},${Math.floor(y / CELL)}`
  const keep = (point) => {
    const key = keyOf(...point)
    if (!cells.has(key)) cells.set(key, [])
    cells.get(key).push(point)
  }
  for (const line of lines)
    for (let i = 1; i < line.length; i += 1) {
      const [a, b] = [line[i - 1], line[i]]
      const count = Math.max(1, Math.ceil(apart(a, b) / SAMPLE))
      for (let k = 0; k <= count; k += 1)
        keep([a[0] + ((b[0] - a[0]) * k) / count, a[1] + ((b[1] - a[1]) * k) / count])
    }
  return (point, within) => {
    const reach = Math.ceil(within / CELL)
    for (let i = -reach; i <= reach; i += 1)
      for (let j = -reach; j <= reach; j += 1) {
        const near = cells.get(keyOf(point[0] + i * CELL, point[1] + j * CELL)) ?? []
        if (near.some((other) => apart(other, point) < within)) return true
      }
    return false
  }
}

/** The parts of the lines that are not near. */
export const awayFrom = (lines, isNear, within) =>
  lines.flatMap((line) => runs(line, (point) => !isNear(point, within)))

/** The parts of the lines that are near, of three points or more. */
export const along = (lines, isNear, within) =>
  lines.flatMap((line) => runs(line, (point) => isNear(point, within)).filter((run) => run.length > 2))

/** One line from two whose ends are at most `tolerance` apart, or null. */
const joinedPair = (a, b, tolerance) => {
  if (apart(a.at(-1), b[0]) < tolerance) return [...a, ...b]
  if (apart(a.at(-1), b.at(-1)) < tolerance) return [...a, ...[...b].reverse()]
  if (apart(a[0], b.at(-1)) < tolerance) return [...b, ...a]
  if (apart(a[0], b[0]) < tolerance) return [...[...b].reverse(), ...a]
  return null
}

const joinOnce = (lines, tolerance) => {
  for (let i = 0; i < lines.length; i += 1)
    for (let j = i + 1; j < lines.length; j += 1) {
      const line = joinedPair(lines[i], lines[j], tolerance)
      if (line) return [...lines.slice(0, i), line, ...lines.slice(i + 1, j), ...lines.slice(j + 1)]
    }
  return null
}

/** Fragments joined into lines as long as possible. */
export const joined = (fragments, tolerance) => {
  let lines = fragments
  for (let next = lines; next; next = joinOnce(lines, tolerance)) lines = next
  return lines
}

/** A line with its corners cut twice (Chaikin). */
export const smoothed = (line, times = 2) => {
  if (times === 0) return line
  const cut = line.slice(1, -1).flatMap(([x, y], i) => [
    [x * 0.75 + line[i][0] * 0.25, y * 0.75 + line[i][1] * 0.25],
    [x * 0.75 + line[i + 2][0] * 0.25, y * 0.75 + line[i + 2][1] * 0.25],
  ])
  return smoothed([line[0], ...cut, line.at(-1)], times - 1)
}
