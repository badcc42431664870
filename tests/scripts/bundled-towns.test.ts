import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Point = readonly [lng: number, lat: number]
type Rings = ReadonlyArray<readonly Point[]>
type Town = { readonly name: string; readonly state: string; readonly at: Point }

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
/** Rings of each state, from another source than that of the towns' states: see scripts/basemap/state-outlines.mjs. */
const outlines = read('tests/kit/data/state-outlines.json') as Readonly<Record<string, Rings>>
const { states } = read('public/basemap/places.json') as {
  states: Readonly<Record<string, ReadonlyArray<string | number>>>
}
const towns = Object.entries(states).flatMap(([state, flat]) =>
  Array.from({ length: flat.length / 3 }, (_, i): Town => {
    const [name, lng, lat] = flat.slice(i * 3, i * 3 + 3)
    return { name: String(name), state, at: [Number(lng) / 1000, Number(lat) / 1000] }
  }),
)

/** How far the coarse outlines are from the borders, and a harbour from the coast. */
const TOLERANCE_KM = 6
/** Where the outlines are wrong: what they leave out. */
const NOT_IN_OUTLINES: readonly string[] = ['Mahe']
const KM_PER_DEGREE = 111

const pairsOf = (ring: readonly Point[]) => ring.slice(1).map((end, i) => [ring[i] ?? end, end] as const)

const isInside = ([x, y]: Point, rings: Rings): boolean =>
  rings
    .flatMap(pairsOf)
    .filter(([[ax, ay], [bx, by]]) => ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax)
    .length %
    2 ===
  1

const kmToBorder = ([lng, lat]: Point, rings: Rings): number => {
  const scale = Math.cos((lat * Math.PI) / 180)
  const off = rings.flatMap(pairsOf).map(([a, b]) => {
    const [ax, ay, bx, by] = [(a[0] - lng) * scale, a[1] - lat, (b[0] - a[0]) * scale, b[1] - a[1]]
    const share = Math.max(0, Math.min(1, -(ax * bx + ay * by) / (bx * bx + by * by || 1)))
    return Math.hypot(ax + share * bx, ay + share * by)
  })
  return Math.min(...off) * KM_PER_DEGREE
}

test('every bundled town stands in its state, as far as its outline tells', () => {
  expect(towns.length).toBeGreaterThan(5500)
  expect(Object.keys(states).filter((state) => outlines[state] === undefined)).toEqual([])
  const wrong = towns
    .filter(({ name }) => !NOT_IN_OUTLINES.includes(name))
    .filter(({ state, at }) => !isInside(at, outlines[state] ?? []))
    .map((town) => ({ ...town, km: Math.round(kmToBorder(town.at, outlines[town.state] ?? [])) }))
    .filter(({ km }) => km > TOLERANCE_KM)
  expect(wrong).toEqual([])
})

test('no town of what Telangana and Ladakh left stands within them', () => {
  const left = { 'Andhra Pradesh': 'Telangana', 'Jammu and Kashmir': 'Ladakh' }
  const wrong = Object.entries(left).flatMap(([state, young]) => {
    const rings = outlines[young] ?? []
    return towns.filter(
      (town) => town.state === state && isInside(town.at, rings) && kmToBorder(town.at, rings) > TOLERANCE_KM,
    )
  })
  expect(wrong).toEqual([])
})

test.each([
  ['Alibag', 'Maharashtra'],
  ['Kochi', 'Kerala'],
  ['Ullal', 'Karnataka'],
  ['Minicoy', 'Lakshadweep'],
  ['Mahe', 'Puducherry'],
  ['Villianur', 'Puducherry'],
  ['Kottaikuppam', 'Tamil Nadu'],
  ['Kadaiya', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['Chanod', 'Gujarat'],
  ['Aya Nagar', 'Delhi'],
  ['Pathankot', 'Punjab'],
  ['Dhaki', 'Punjab'],
  ['Bashohli', 'Jammu and Kashmir'],
  ['Kundli', 'Haryana'],
  ['Loharu', 'Haryana'],
  ['Bakani', 'Rajasthan'],
  ['Mihona', 'Madhya Pradesh'],
  ['Singrauli', 'Madhya Pradesh'],
  ['Khapar', 'Maharashtra'],
  ['Akalkuva', 'Maharashtra'],
  ['Kishanganj', 'Bihar'],
  ['Jorethang', 'Sikkim'],
  ['Ichchapuram', 'Andhra Pradesh'],
  ['Manjanadi', 'Karnataka'],
  ['Deomali', 'Arunachal Pradesh'],
  ['Zawlnuam', 'Mizoram'],
])('%s, at a coast or a border, stands in %s', (name, state) => {
  expect(towns.filter((town) => town.name === name).map((town) => town.state)).toEqual([state])
})
