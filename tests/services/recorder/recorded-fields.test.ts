import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FleetVehicle, TripDetail } from '#contract/records/fleet.ts'
import { RecordedFixes, RecordedTrack, Recording, RecordingSegment } from '#contract/records/recording.ts'
import { graphOf, LAB_MACHINES } from '#src/lab/lab-machines.ts'
import { EVENT_RULES, redactEvent } from '#src/services/recorder/event-rules.ts'
import { movePlaces, withPlaces } from '#src/services/recorder/places.ts'
import { ADDRESS, createMask, PERSONAL, redact, SECRET } from '#src/services/recorder/redact.ts'
import { importResult, positionImport } from '#tests/kit/builders/position-import.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'

const mask = createMask()

/** What is done with each field, by the table of docs/lab.md. */
const TABLE: ReadonlyMap<string, string> = new Map(
  [
    ...readFileSync('docs/lab.md', 'utf8').matchAll(
      /^\| (left out|masked|masked in some events|masked in its search|moved|kept) \| [^|]* \| (.*) \|$/gm,
    ),
  ].flatMap(([, done = '', fields = '']) =>
    [...fields.matchAll(/`(\w+)`/g)].map(([, field = '']) => [field, done] as const),
  ),
)

const SOMEBODY = 'ravi'
const isMasked = (value: unknown) => /^~[0-9a-f]{14}$/.test(String(value)) || Number(value) >= 2 ** 30

const PLACE = { lng: 70, LONG: 70, longitude: 70, geoFenceCircleLongitude: 70, circleLongitude: 70 }
const MOVED = movePlaces(
  {
    ...PLACE,
    ...{ lat: 20, LAT: 20, latitude: 20, geoFenceCircleLatitude: 20, circleLatitude: 20 },
    ...{ centre: [70, 20], corners: [[70, 20]] },
  },
  mask,
)

/** What the code does with a field, wherever it stands. */
const doneWith = (field: string): string => {
  const recorded = (value: unknown) => (redact({ [field]: value }, mask) as Record<string, unknown>)[field]
  if (recorded(SOMEBODY) === '[removed]') return 'left out'
  if (field in MOVED || (recorded(5.5) !== 5.5 && !isMasked(recorded(5.5)))) return 'moved'
  if ([recorded(`/a?b=${SOMEBODY}`), recorded(5)].some(isMasked) || Number(recorded('5')) > 5) return 'masked'
  if (isMasked(recorded(SOMEBODY))) return 'masked in its search'
  const inEvents = Object.keys(EVENT_RULES).some((type) =>
    isMasked(redactEvent({ type, [field]: SOMEBODY }, mask, [type])[field]),
  )
  return inEvents ? 'masked in some events' : 'kept'
}

/** The fields with a text or a number in some data. */
const fieldsOf = (data: unknown, field = '', fields = new Set<string>()): ReadonlySet<string> => {
  if (typeof data === 'string' || typeof data === 'number') fields.add(field)
  // What is put into a message is masked, whatever its names.
  if (typeof data === 'object' && data !== null && field !== 'params')
    for (const [key, value] of Object.entries(data))
      fieldsOf(value, Array.isArray(data) ? field : key, fields)
  return fields
}

/** Whatever the machines of the portal hear and remember. */
const OF_MACHINES = LAB_MACHINES.map((lab) => ({
  name: lab.name,
  all: [
    ...lab.model.stimuli,
    ...[...graphOf(lab).nodes.values()].map(({ snapshot }) => snapshot.context as unknown),
  ],
}))

/** An import that says all that one can say of a file. */
const IMPORT = positionImport({
  preview: {
    format: 'csv',
    columns: [{ header: SOMEBODY, field: 'speed', unit: 'km/h' }],
    rows: [{ vehicle: SOMEBODY, time: 0, lat: 18.5, lng: 73.8, speed: null }],
  },
  result: importResult({
    newNames: [SOMEBODY],
    lines: [{ line: 4, code: 'timeUnreadable', params: { time: SOMEBODY } }],
    reasons: [{ code: 'valuesUnread', params: { column: SOMEBODY, value: SOMEBODY }, times: 1 }],
    questions: [
      { kind: 'gallon', column: SOMEBODY },
      { kind: 'dates', example: SOMEBODY, readings: [] },
      { kind: 'places', example: SOMEBODY },
    ],
  }),
  fault: { code: 'importFailed', params: { file: SOMEBODY } },
})

/** Longitudes of the places in the models, which lie in India. Nothing else there is such a fraction. A latitude stands beside each. */
const isIndian = (value: unknown): value is number =>
  typeof value === 'number' && value > 68 && value < 98 && !Number.isInteger(value)

/** The fields with such a number, at any depth. */
const fieldsWith = (data: unknown, field = ''): string[] => {
  if (isIndian(data)) return [field]
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([key, value]) => fieldsWith(value, Array.isArray(data) ? field : key))
}

describe('the fields of a recording', () => {
  const schemas = [Recording, RecordingSegment, RecordedTrack, RecordedFixes, FleetVehicle, TripDetail]
  const recorded = new Set([
    ...OF_MACHINES.flatMap(({ all }) => all.flatMap((data) => [...fieldsOf(data)])),
    ...schemas.flatMap((schema) => Object.keys(schema.shape)),
    ...Object.keys(makeTrack()),
    ...fieldsOf(IMPORT),
  ])
  recorded.delete('')

  test('stand in the table of docs/lab.md, each with what is done with it', () => {
    // Before a field is added as kept: can it name a person, a vehicle or a place, or hold what somebody types?
    const listed = new Set([...recorded, ...SECRET, ...PERSONAL, ...ADDRESS])
    expect([...listed].filter((field) => !TABLE.has(field)).sort()).toEqual([])
    expect(Object.fromEntries([...TABLE.keys()].map((field) => [field, doneWith(field)]))).toEqual(
      Object.fromEntries(TABLE),
    )
  })

  test('of an import leave nothing of what its file says', () => {
    expect(JSON.stringify(IMPORT)).toContain(SOMEBODY)
    expect(JSON.stringify(redact(IMPORT, mask))).not.toContain(SOMEBODY)
  })

  test('of the table that are kept are still recorded', () => {
    expect([...TABLE].filter(([field, done]) => done === 'kept' && !recorded.has(field))).toEqual([])
  })

  test('that hold a place are all found, in whatever the machines hear and remember', () => {
    const found = OF_MACHINES.flatMap(({ all }) => all.flatMap((data) => fieldsWith(data)))
    // Before a field is added to PAIRS or SHAPES: is it a place?
    const left = OF_MACHINES.flatMap(({ all }) =>
      all.flatMap((data) => fieldsWith(withPlaces(data, () => [0, 0]))),
    )
    expect(new Set(left)).toEqual(new Set())
    expect(found.length).toBeGreaterThan(20)
  })
})
