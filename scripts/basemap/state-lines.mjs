import { feature, mesh } from 'topojson-client'
import { along, joined, nearnessTo } from './lines.mjs'

/** States that both sources draw alike, used to fit the SVG's plane to degrees: name there, code here. */
const REFERENCES = {
  Gujarat: 'GJ',
  Rajasthan: 'RJ',
  'Madhya Pradesh': 'MP',
  Maharashtra: 'MH',
  Karnataka: 'KA',
  Kerala: 'KL',
  'Tamil Nadu': 'TN',
  Odisha: 'OR',
  Bihar: 'BR',
  'Uttar Pradesh': 'UP',
  Haryana: 'HR',
  Chhattisgarh: 'CT',
  Tripura: 'TR',
  Mizoram: 'MZ',
}
const NEAR = 0.012
const LEAST_POINTS = 5

/** The rings of an SVG path of straight pieces. Throws on any other command. */
const ringsOf = (path) => {
  const tokens = path.match(/-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|[a-z]/gi)
  const rings = []
  let [x, y, at, command] = [0, 0, 0, '']
  const number = () => Number(tokens[at++])
  while (at < tokens.length) {
    if (/^[a-z]$/i.test(tokens[at])) command = tokens[at++]
    const isRelative = command === command.toLowerCase()
    const kind = command.toLowerCase()
    if (kind === 'z') {
      const ring = rings.at(-1)
      ;[x, y] = ring[0]
      ring.push([x, y])
      continue
    }
    if (!'mlhv'.includes(kind))
      throw new Error(`The outline has a command "${command}" that is not a straight line.`)
    if (kind !== 'v') x = number() + (isRelative ? x : 0)
    if (kind !== 'h') y = number() + (isRelative ? y : 0)
    if (kind === 'm') {
      rings.push([])
      command = isRelative ? 'l' : 'L'
    }
    rings.at(-1).push([x, y])
  }
  return rings
}

const boundsOf = (rings) => {
  const points = rings.flat()
  const pick = (i) => points.map((point) => point[i])
  return [Math.min(...pick(0)), Math.min(...pick(1)), Math.max(...pick(0)), Math.max(...pick(1))]
}

/** The straight line through pairs: slope and intercept. */
const line = (pairs) => {
  const sum = (value) => pairs.reduce((total, pair) => total + value(pair), 0)
  const [n, x, y] = [pairs.length, sum(([a]) => a), sum(([, b]) => b)]
  const slope = (n * sum(([a, b]) => a * b) - x * y) / (n * sum(([a]) => a * a) - x * x)
  return [slope, (y - slope * x) / n]
}

/** The same, fitted again without the third of the pairs that lies furthest off. */
const robustLine = (pairs) => {
  const [slope, intercept] = line(pairs)
  const errors = pairs.map(([a, b]) => Math.abs(b - slope * a - intercept))
  const limit = [...errors].sort((a, b) => a - b)[Math.floor(errors.length * 0.7)]
  return line(pairs.filter((_, i) => errors[i] <= limit))
}

/** From the SVG's plane, which is plate carrée, to degrees. */
const fitted = (topology, outlines) => {
  const { geometries } = topology.objects.ind
  const pairs = Object.entries(REFERENCES).map(([name, code]) => {
    const { geometry } = feature(
      topology,
      geometries.find(({ id }) => id === `IN.${code}`),
    )
    const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
    return [boundsOf(ringsOf(outlines[name])), boundsOf(rings)]
  })
  const lng = robustLine(
    pairs.flatMap(([svg, geo]) => [
      [svg[0], geo[0]],
      [svg[2], geo[2]],
    ]),
  )
  const lat = robustLine(
    pairs.flatMap(([svg, geo]) => [
      [svg[1], geo[3]],
      [svg[3], geo[1]],
    ]),
  )
  return ([x, y]) => [lng[0] * x + lng[1], lat[0] * y + lat[1]]
}

/** The rings of the states that are younger than the first source, in degrees, by name. */
export const youngStates = ({ states, outlines }) => {
  const toDegrees = fitted(states, outlines)
  return Object.fromEntries(
    ['Telangana', 'Ladakh'].map((name) => [name, ringsOf(outlines[name]).map((ring) => ring.map(toDegrees))]),
  )
}

/** The lines between states. Telangana and Ladakh are younger than the first source and come from the second. */
export const stateLines = ({ states, outlines }) => {
  const toDegrees = fitted(states, outlines)
  const rings = (name) => ringsOf(outlines[name]).map((ring) => ring.map(toDegrees))
  const shared = (a, b) =>
    joined(along(rings(a), nearnessTo(rings(b)), NEAR), 0.05).filter((one) => one.length > LEAST_POINTS)
  const known = mesh(
    states,
    states.objects.ind,
    (a, b) => a !== b && ![a, b].some(({ id }) => String(id) === '-99'),
  )
  return [
    ...known.coordinates,
    ...shared('Telangana', 'Andhra Pradesh'),
    ...shared('Ladakh', 'Jammu and Kashmir'),
  ]
}
