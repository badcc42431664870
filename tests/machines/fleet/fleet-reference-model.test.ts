import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import type { FleetEvent } from '#src/machines/fleet/fleet.machine.ts'
import type { ListRequest } from '#src/machines/fleet/fleet.ports.ts'
import {
  type MapMode,
  selectChip,
  selectGeofences,
  selectPlayback,
} from '#src/machines/fleet/fleet.selectors.ts'
import type { Chip } from '#src/machines/fleet/list-restoration.logic.ts'
import { filtered, firstIds } from '#tests/kit/builders/list-requests.ts'
import { startFleet } from '#tests/kit/machines/fleet.fixture.ts'

type Kit = ReturnType<typeof startFleet>

type Visited = 'live' | 'playback' | 'tripPlot' | 'gridMap' | 'geofences'

/** What a user can do, and the list that a plain reading of the specification expects after it. */
type Step =
  | { do: 'chip'; chip: Chip }
  | { do: 'all' }
  | { do: 'filter'; speed: number }
  | { do: 'choose'; count: number }
  | { do: 'batch'; batch: number | null }
  | { do: 'visit'; mode: Visited }
  | { do: 'back' }
  | { do: 'close'; mode: Visited }

type Expected = {
  all: boolean
  speed: number
  chosen: number
  batch: number | null
  chip: Chip | null
  trip: boolean
  at: MapMode | 'list'
}

const expectAfter = (was: Expected, step: Step): Expected => {
  if (step.do === 'visit') {
    const trip =
      step.mode === 'tripPlot' ? true : step.mode === 'live' || step.mode === 'playback' ? was.trip : false
    return { ...was, trip, at: step.mode }
  }
  if (step.do === 'close' && was.at !== step.mode) return was
  if (step.do === 'back' || step.do === 'close') {
    if (was.at === 'list') return was
    if (was.at === 'tripPlot' || !was.trip || was.all) return { ...was, trip: false, at: 'list' }
    return { ...was, at: 'tripPlot' }
  }
  if (was.at !== 'list') return was
  if (step.do === 'chip')
    return { ...was, all: false, chip: !was.all && was.chip === step.chip ? null : step.chip }
  if (step.do === 'all') return { ...was, all: !was.all }
  if (step.do === 'filter') return { ...was, all: false, speed: step.speed }
  if (step.do === 'choose') return { ...was, all: false, speed: 0, chosen: step.count, batch: null }
  if (was.chosen <= 50) return was
  const isThere = step.batch !== null && step.batch * 50 < was.chosen
  return { ...was, all: false, speed: 0, batch: isThere ? step.batch : null }
}

const modeExpected = ({ all, speed, chosen, chip, at }: Expected): MapMode => {
  if (at !== 'list') return at
  if (all) return 'showAll'
  if (speed > 0) return 'appliedFilter'
  if (chosen > 0) return 'checkedVehicles'
  return chip === null ? 'normalFleet' : 'statusFilter'
}

const requestExpected = ({ all, speed, chosen, batch, chip }: Expected): ListRequest => {
  if (all) return { kind: 'all' }
  if (speed === 0 && chosen === 0 && chip === null) return { kind: 'default' }
  const ids = batch === null ? firstIds(chosen) : firstIds(chosen).slice(batch * 50, batch * 50 + 50)
  // A large list arrives in fifties; this is the first of them.
  const requested = speed === 0 && ids.length > 50 ? ids.slice(0, 50) : ids
  return filtered({
    status: chip ?? '',
    overSpeed: speed,
    ...(requested.length === 0 ? {} : { vehicleIds: requested }),
  })
}

/** Each mode is closed from within by its own event, which has no effect in other modes. */
const close = ({ fleet, now }: Kit, mode: Visited) => {
  const { tripPlot, gridMap } = now().children
  if (mode === 'live') fleet.send({ type: 'live.closed' })
  if (mode === 'playback') selectPlayback(now())?.send({ type: 'playback.close' })
  if (mode === 'tripPlot') tripPlot?.send({ type: 'tripPlot.close' })
  if (mode === 'gridMap') gridMap?.send({ type: 'gridMap.close' })
  if (mode === 'geofences') selectGeofences(now())?.send({ type: 'geofences.close' })
}

const eventOf = (step: Exclude<Step, { do: 'close' }>): FleetEvent => {
  switch (step.do) {
    case 'chip':
      return { type: 'chip.pressed', status: step.chip }
    case 'all':
      return { type: 'showAll.pressed' }
    case 'filter':
      return { type: 'filter.chosen', filter: { overSpeed: step.speed, groupIds: [], regionIds: [] } }
    case 'choose':
      return { type: 'vehicles.chosen', vehicleIds: firstIds(step.count) }
    case 'batch':
      return { type: 'batch.chosen', batch: step.batch }
    case 'back':
      return { type: 'back.pressed' }
    case 'visit':
      if (step.mode === 'live') return { type: 'live.opened', vehicleId: 5 }
      if (step.mode === 'playback') return { type: 'playback.opened', vehicleId: 5, now: MODEL_NOW }
      if (step.mode === 'tripPlot')
        return { type: 'tripPlot.opened', vehicleId: 5, tripId: 3, now: MODEL_NOW }
      return step.mode === 'gridMap'
        ? { type: 'gridMap.opened', vehicleIds: [5] }
        : { type: 'geofences.opened' }
  }
}

const anyVisited = fc.constantFrom<Visited>('live', 'playback', 'tripPlot', 'gridMap', 'geofences')
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('chip' as const), chip: fc.constantFrom<Chip>('RUNNING', 'IDLE', 'OFFLINE') }),
  fc.constant({ do: 'all' as const }),
  fc.record({ do: fc.constant('filter' as const), speed: fc.constantFrom(0, 60, 80, 100) }),
  fc.record({ do: fc.constant('choose' as const), count: fc.constantFrom(0, 1, 50, 51, 120, 250) }),
  fc.record({ do: fc.constant('batch' as const), batch: fc.constantFrom(null, 0, 1, 4) }),
  fc.record({ do: fc.constant('visit' as const), mode: anyVisited }),
  fc.record({ do: fc.constant('close' as const), mode: anyVisited }),
  fc.constant({ do: 'back' as const }),
)

test('MAP-25 MAP-27 any sequence of actions gives the mode and list of a plain reference model', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 24 }), (steps) => {
      const fixture = startFleet()
      let expected: Expected = {
        ...{ all: false, speed: 0, chosen: 0, batch: null, chip: null, trip: false },
        at: 'list',
      }
      for (const step of steps) {
        if (step.do === 'close') close(fixture, step.mode)
        else fixture.fleet.send(eventOf(step))
        expected = expectAfter(expected, step)
        expect(fixture.mode()).toBe(modeExpected(expected))
        if (expected.at === 'list') expect(fixture.list.latest().input).toEqual(requestExpected(expected))
        expect(selectChip(fixture.now())).toBe(expected.all ? null : expected.chip)
      }
      fixture.fleet.stop()
    }),
    { numRuns: 150 },
  )
})
