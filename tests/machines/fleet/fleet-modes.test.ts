import { describe, expect, test } from 'vitest'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import { type FleetEvent, fleetMachine } from '#src/machines/fleet/fleet.machine.ts'
import type { ListRequest } from '#src/machines/fleet/fleet.ports.ts'
import {
  type MapMode,
  selectGeofences,
  selectPlayback,
  selectShownTimeZone,
} from '#src/machines/fleet/fleet.selectors.ts'
import type { Chosen } from '#src/machines/geofences/geofences.logic.ts'
import { filtered } from '#tests/kit/builders/list-requests.ts'
import { startFleet } from '#tests/kit/machines/fleet.fixture.ts'

type Kit = ReturnType<typeof startFleet>

const SIXTY = Array.from({ length: 60 }, (_, i) => i + 1)
const FILTER = { overSpeed: 80, groupIds: [4], regionIds: [] }
const counts = { RUNNING: 1, IDLING: 0, STOPPED: 0, KEYON: 0, OFFLINE: 0 }

/** How each list is reached, in the specification's order of priority, strongest first (MAP-27). */
const LISTS = {
  'show-all': [{ type: 'showAll.pressed' }],
  'trip plotting info': [{ type: 'tripPlot.opened', vehicleId: 9, tripId: 3, now: MODEL_NOW }],
  'applied filter': [{ type: 'filter.chosen', filter: FILTER }],
  'checked vehicles': [{ type: 'vehicles.chosen', vehicleIds: [7, 8] }],
  'large list': [{ type: 'vehicles.chosen', vehicleIds: SIXTY }],
  'status filter': [{ type: 'chip.pressed', status: 'RUNNING' }],
  default: [],
} as const satisfies Readonly<Record<string, readonly FleetEvent[]>>
type List = keyof typeof LISTS

const MODE_OF: Readonly<Record<List, MapMode>> = {
  'show-all': 'showAll',
  'trip plotting info': 'tripPlot',
  'applied filter': 'appliedFilter',
  'checked vehicles': 'checkedVehicles',
  'large list': 'checkedVehicles',
  'status filter': 'statusFilter',
  default: 'normalFleet',
}

/** How each mode that is not a list is entered and left. */
const VISITS: Readonly<Record<string, { mode: MapMode; enter: FleetEvent; leave: (fixture: Kit) => void }>> =
  {
    'playback, back': {
      mode: 'playback',
      enter: { type: 'playback.opened', vehicleId: 5, now: MODEL_NOW },
      leave: ({ fleet }) => fleet.send({ type: 'back.pressed' }),
    },
    'playback, closed': {
      mode: 'playback',
      enter: { type: 'playback.opened', vehicleId: 5, now: MODEL_NOW },
      leave: ({ now }) => selectPlayback(now())?.send({ type: 'playback.close' }),
    },
    'live, back': {
      mode: 'live',
      enter: { type: 'live.opened', vehicleId: 5 },
      leave: ({ fleet }) => fleet.send({ type: 'back.pressed' }),
    },
    'live, closed': {
      mode: 'live',
      enter: { type: 'live.opened', vehicleId: 5 },
      leave: ({ fleet }) => fleet.send({ type: 'live.closed' }),
    },
    'trip plot, back': {
      mode: 'tripPlot',
      enter: { type: 'tripPlot.opened', vehicleId: 5, tripId: null, now: MODEL_NOW },
      leave: ({ fleet }) => fleet.send({ type: 'back.pressed' }),
    },
    'trip plot, closed': {
      mode: 'tripPlot',
      enter: { type: 'tripPlot.opened', vehicleId: 5, tripId: null, now: MODEL_NOW },
      leave: ({ now }) => now().children.tripPlot?.send({ type: 'tripPlot.close' }),
    },
    'grid map, back': {
      mode: 'gridMap',
      enter: { type: 'gridMap.opened', vehicleIds: [5] },
      leave: ({ fleet }) => fleet.send({ type: 'back.pressed' }),
    },
    'geofence drawing, back': {
      mode: 'geofences',
      enter: { type: 'geofences.opened' },
      leave: ({ fleet }) => fleet.send({ type: 'back.pressed' }),
    },
  }

const answerAll = async ({ list }: Kit) => {
  let answered = -1
  while (answered < list.calls.length - 1) {
    answered = list.calls.length - 1
    await list.latest().resolve({ shown: 1, counts })
  }
}

test('MAP-25 the map has ten modes, one at a time', () => {
  const modes = [
    ...['normalFleet', 'showAll', 'statusFilter', 'appliedFilter', 'checkedVehicles'],
    ...['playback', 'live', 'tripPlot', 'gridMap', 'geofences'],
  ]
  expect(Object.keys(fleetMachine.states['open']?.states ?? {}).toSorted()).toEqual(
    [...modes, 'restoring'].toSorted(),
  )
  const reached = [
    ...Object.entries(LISTS),
    ...Object.values(VISITS).map(({ enter }) => ['', [enter]] as const),
  ]
  const found = reached.map(([, events]) => {
    const { fleet, mode } = startFleet()
    for (const event of events) fleet.send(event)
    return mode()
  })
  expect([...new Set(found)].toSorted()).toEqual(modes.toSorted())
})

test('CR-08 open geofences are not entered again: their form stays', () => {
  const { fleet, now, mode } = startFleet()
  fleet.send({ type: 'geofences.opened' })
  const opened = selectGeofences(now())
  fleet.send({ type: 'geofences.opened' })
  expect(mode()).toBe('geofences')
  expect(selectGeofences(now())).toBe(opened)
})

test.each<FleetEvent>([
  { type: 'live.opened', vehicleId: 5 },
  { type: 'playback.opened', vehicleId: 5, now: MODEL_NOW },
  { type: 'tripPlot.opened', vehicleId: 5, tripId: null, now: MODEL_NOW },
  { type: 'gridMap.opened', vehicleIds: [5] },
])('CR-08 a geofence that is not saved asks before another mode is entered: $type', async (event) => {
  const { fleet, now, mode, geofences } = startFleet()
  fleet.send({ type: 'geofences.opened' })
  await geofences.list.latest().resolve([])
  const fences = selectGeofences(now())
  fences?.send({ type: 'fence.create', now: MODEL_NOW })
  fences?.send({ type: 'hint.acknowledged' })
  fences?.send({ type: 'fence.fieldChanged', fields: { name: 'Depot' } })
  fleet.send(event)
  expect(mode()).toBe('geofences')
  fences?.send({ type: 'fence.discarded' })
  expect(mode()).toBe(event.type.split('.')[0])
})

test('CR-08 a mode that was asked for over geofences is forgotten once the map is left', async () => {
  const { fleet, now, mode, geofences } = startFleet()
  fleet.send({ type: 'geofences.opened' })
  await geofences.list.latest().resolve([])
  const fences = selectGeofences(now())
  fences?.send({ type: 'fence.create', now: MODEL_NOW })
  fences?.send({ type: 'hint.acknowledged' })
  fences?.send({ type: 'fence.fieldChanged', fields: { name: 'Depot' } })
  fleet.send({ type: 'gridMap.opened', vehicleIds: [5] })
  expect(now().context.next).toEqual({ type: 'gridMap.opened', vehicleIds: [5] })
  fleet.send({ type: 'map.closed' })
  expect([mode(), now().context.next]).toEqual(['closed', null])
})

describe('MAP-27 leaving a mode restores the previous list', () => {
  const table = Object.keys(VISITS).flatMap((visit) =>
    Object.keys(LISTS).map((list) => [visit, list as List] as const),
  )

  test.each(table)('%s: %s', async (visit, list) => {
    const { mode, enter, leave } = VISITS[visit] as (typeof VISITS)[string]
    const fixture = startFleet()
    for (const event of LISTS[list]) fixture.fleet.send(event)
    await answerAll(fixture)
    const requested = fixture.list.calls.length === 0 ? undefined : firstOf(fixture)
    fixture.fleet.send(enter)
    expect(fixture.mode()).toBe(mode)
    const before = fixture.list.calls.length
    leave(fixture)
    // The plotted trip is cleared with the plot; live tracking and playback return to the plot.
    const isPlotLeft = list === 'trip plotting info' && !/^(live|playback)/.test(visit)
    expect(fixture.mode()).toBe(isPlotLeft ? 'normalFleet' : MODE_OF[list])
    if (list === 'trip plotting info' && !isPlotLeft)
      expect(fixture.plot.latest().input).toEqual({ kind: 'trip', vehicleId: 9, tripId: 3 })
    else expect(fixture.list.calls[before]?.input).toEqual(isPlotLeft ? { kind: 'default' } : requested)
  })

  const firstOf = (fixture: Kit): ListRequest | undefined =>
    fixture.list.calls.filter(({ input }) => input.kind !== 'filter' || !input.adds).at(-1)?.input
})

describe('MAP-27 of several lists the strongest is restored', () => {
  /** Each list by the number of its step, so that a subset is a seven-bit number. */
  const steps: readonly List[] = [
    'show-all',
    'applied filter',
    'checked vehicles',
    'large list',
    'status filter',
  ]
  const subsets = Array.from({ length: 2 ** steps.length }, (_, bits) =>
    steps.filter((_step, place) => (bits & (1 << place)) !== 0),
  )

  test.each(subsets.map((held) => [held.join(', ') || 'none', held] as const))('of: %s', (_name, held) => {
    for (const { enter, leave } of Object.values(VISITS)) {
      const fixture = startFleet()
      for (const step of steps.toReversed()) {
        if (!held.includes(step)) continue
        const inLarge = step === 'checked vehicles' && held.includes('large list')
        const events = inLarge ? [{ type: 'batch.chosen', batch: 1 } as const] : LISTS[step]
        for (const event of events) fixture.fleet.send(event)
      }
      fixture.fleet.send(enter)
      leave(fixture)
      expect(fixture.mode()).toBe(MODE_OF[held[0] ?? 'default'])
    }
  })
})

describe('GEO-10 a new fence watches', () => {
  const filter = { overSpeed: 0, groupIds: [31], regionIds: [41, 42] }
  test.each<[string, readonly FleetEvent[], Partial<Chosen>]>([
    ['no vehicles where nothing is chosen', [], {}],
    ['the checked vehicles', [{ type: 'vehicles.chosen', vehicleIds: [5, 7] }], { vehicleIds: [5, 7] }],
    ['the groups of an applied filter', [{ type: 'filter.chosen', filter }], { groupIds: [31] }],
    [
      'its regions, where it has no group',
      [{ type: 'filter.chosen', filter: { ...filter, groupIds: [] } }],
      { regionIds: [41, 42] },
    ],
    [
      'the checked vehicles rather than a filter that narrows them',
      [
        { type: 'vehicles.chosen', vehicleIds: [5] },
        { type: 'filter.chosen', filter },
      ],
      { vehicleIds: [5] },
    ],
    [
      'no vehicles while all trucks are shown',
      [{ type: 'filter.chosen', filter }, { type: 'showAll.pressed' }],
      {},
    ],
  ])('%s', (_, events, chosen) => {
    const { fleet } = startFleet()
    for (const event of events) fleet.send(event)
    fleet.send({ type: 'geofences.opened' })
    expect(selectGeofences(fleet.getSnapshot())?.getSnapshot().context.preset).toEqual({
      ...{ vehicleIds: [], groupIds: [], regionIds: [], timeZone: DEFAULT_TIME_ZONE },
      ...chosen,
    })
  })
})

describe('the time zone of the company', () => {
  const dataOwner = { companyId: 3, userId: null, timeZone: 'Europe/Berlin' }
  const startInBerlin = () => {
    const { fleet } = startFleet('MANAGER', true)
    fleet.send({ type: 'dataOwner.chosen', dataOwner })
    return fleet
  }

  test('is that of the user until a data owner is chosen', () => {
    const { fleet } = startFleet('MANAGER', true)
    expect(selectShownTimeZone(fleet.getSnapshot())).toBe(DEFAULT_TIME_ZONE)
    fleet.send({ type: 'dataOwner.chosen', dataOwner })
    expect(selectShownTimeZone(fleet.getSnapshot())).toBe('Europe/Berlin')
    fleet.send({ type: 'dataOwner.chosen', dataOwner: null })
    expect(selectShownTimeZone(fleet.getSnapshot())).toBe(DEFAULT_TIME_ZONE)
  })

  test('decides the hours of a playback', () => {
    const fleet = startInBerlin()
    fleet.send({ type: 'playback.opened', vehicleId: 5, now: Date.UTC(2026, 10, 20, 9, 40) })
    const playback = selectPlayback(fleet.getSnapshot())?.getSnapshot()
    expect(playback?.context.chosen.to).toBe(Date.UTC(2026, 10, 20, 10))
  })

  test('decides the hour at which a new fence becomes valid', () => {
    const fleet = startInBerlin()
    fleet.send({ type: 'geofences.opened' })
    expect(selectGeofences(fleet.getSnapshot())?.getSnapshot().context.preset.timeZone).toBe('Europe/Berlin')
  })
})

describe('SUPPORT', () => {
  test('MAP-34 CONFLICT-35 loads nothing when an empty selection or a filter alone is applied', () => {
    const { fleet, list } = startFleet('SUPPORT')
    fleet.send({ type: 'vehicles.chosen', vehicleIds: [] })
    fleet.send({ type: 'filter.chosen', filter: { overSpeed: 80, groupIds: [], regionIds: [] } })
    expect(list.calls).toHaveLength(0)
    fleet.send({ type: 'vehicles.chosen', vehicleIds: [7] })
    expect(list.latest().input).toEqual(filtered({ vehicleIds: [7] }))
    fleet.send({ type: 'filter.chosen', filter: { overSpeed: 80, groupIds: [], regionIds: [] } })
    expect(list.latest().input).toEqual(filtered({ vehicleIds: [7], overSpeed: 80 }))
  })

  test('MAP-08 GEO-13 draws no geofences', () => {
    const { fleet, mode } = startFleet('SUPPORT')
    fleet.send({ type: 'geofences.opened' })
    expect(mode()).toBe('normalFleet')
  })
})
