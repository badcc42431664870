import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import type { RefreshDueEvent } from '#src/machines/fleet/fleet.ports.ts'
import {
  gridOf,
  MAX_CELLS,
  shownIn,
  withCells,
  withoutVehicle,
  withVehicle,
} from '#src/machines/grid-map/grid-map.logic.ts'
import { tripPlotMachine } from '#src/machines/trips/trip-plot.machine.ts'
import {
  selectIsPlotLoading,
  selectPlot,
  selectPlotFailure,
  selectPlotHasNoData,
} from '#src/machines/trips/trip-plot.selectors.ts'
import { tripsMachine } from '#src/machines/trips/trips.machine.ts'
import type { PlotRequest, PlotSummary, TripsRequest, TripsSummary } from '#src/machines/trips/trips.ports.ts'
import {
  selectIsTripsOpen,
  selectTripCards,
  selectTripPunctuality,
  selectTripSearch,
  selectTripsFailure,
  selectTripsFound,
} from '#src/machines/trips/trips.selectors.ts'
import { trip } from '#tests/kit/builders/trips.ts'
import {
  controlledEvents,
  controlledPromise,
  recordedAction,
  simulatedClock,
} from '#tests/kit/machines/controlled-ports.ts'

const plot: PlotSummary = {
  plotId: 'plot-1',
  points: 40,
  startsAt: MODEL_NOW - 3_600_000,
  endsAt: MODEL_NOW,
  distanceKm: 52.5,
  trip: trip(9),
}
const nothing: PlotSummary = { ...plot, points: 0, startsAt: null, endsAt: null, distanceKm: null }

const startPlot = (tripId: number | null = 9) => {
  const load = controlledPromise<PlotSummary, PlotRequest>()
  const rate = controlledEvents<RefreshDueEvent>()
  const drop = recordedAction<{ plotId: string | null }>()
  const actor = createActor(
    tripPlotMachine.provide({
      actors: { loadPlot: load.logic, refreshRate: rate.logic },
      actions: { dropPlot: drop.act },
    }),
    { input: { vehicleId: 5, tripId, now: MODEL_NOW } },
  ).start()
  return { actor, load, rate, drop, now: () => actor.getSnapshot() }
}

describe('the trip plot', () => {
  test('PLT-09 requests the track of a trip and stores its details', async () => {
    const { load, now } = startPlot()
    expect(load.latest().input).toEqual({ kind: 'trip', vehicleId: 5, tripId: 9 })
    expect(selectIsPlotLoading(now())).toBe(true)
    await load.latest().resolve(plot)
    expect([selectPlot(now()), selectIsPlotLoading(now())]).toEqual([plot, false])
  })

  test('PLT-04 without a trip it requests the route of the last 24 hours', () => {
    const from = MODEL_NOW - 24 * 3_600_000
    expect(startPlot(null).load.latest().input).toEqual({ kind: 'range', vehicleId: 5, from, to: MODEL_NOW })
  })

  test('PLT-02 MAP-18 a route without points is reported, and OK ends the plot', async () => {
    const { actor, load, drop, now } = startPlot()
    await load.latest().resolve(nothing)
    expect(selectPlotHasNoData(now())).toBe(true)
    actor.send({ type: 'tripPlot.noDataAcknowledged' })
    expect([now().status, drop.done]).toEqual(['done', [{ plotId: 'plot-1' }]])
  })

  test('PLT-03 closing ends it in any state and drops the route', async () => {
    const loading = startPlot()
    loading.actor.send({ type: 'tripPlot.close' })
    expect([loading.now().status, loading.load.latest().signal.aborted]).toEqual(['done', true])
    const shown = startPlot()
    await shown.load.latest().resolve(plot)
    shown.actor.send({ type: 'tripPlot.close' })
    expect([shown.now().status, shown.drop.done, shown.rate.latest().isOpen()]).toEqual([
      'done',
      [{ plotId: 'plot-1' }],
      false,
    ])
  })

  test('PLT-01 a running trip is reloaded at the refresh interval; a failed reload keeps the current track and is known until the next one', async () => {
    const { load, rate, now } = startPlot()
    await load.latest().resolve(plot)
    rate.latest().emit({ type: 'refresh.due' })
    await load.latest().reject(new Error('away'))
    expect([selectPlot(now()), selectPlotFailure(now()) === null]).toEqual([plot, false])
    rate.latest().emit({ type: 'refresh.due' })
    await load.latest().resolve({ ...plot, plotId: 'plot-2', points: 41 })
    expect([selectPlot(now())?.points, load.calls.length, selectPlotFailure(now())]).toEqual([41, 3, null])
  })

  test('PLT-01 a finished trip is not reloaded', async () => {
    const { load, rate } = startPlot()
    await load.latest().resolve({ ...plot, trip: trip(9, { status: 'COMPLETED' }) })
    rate.latest().emit({ type: 'refresh.due' })
    expect(load.calls).toHaveLength(1)
  })

  test('a failure can be retried', async () => {
    const { actor, load, now } = startPlot()
    await load.latest().reject(new Error('away'))
    expect(selectPlotFailure(now())).not.toBeNull()
    actor.send({ type: 'tripPlot.retry' })
    expect([selectPlotFailure(now()), load.calls.length]).toEqual([null, 2])
  })
})

const startTrips = () => {
  const load = controlledPromise<TripsSummary, TripsRequest>()
  const rate = controlledEvents<RefreshDueEvent>()
  const clock = simulatedClock()
  const actor = createActor(
    tripsMachine.provide({ actors: { loadTrips: load.logic, refreshRate: rate.logic } }),
    { input: { dataOwner: null }, clock },
  ).start()
  return { actor, load, rate, clock, now: () => actor.getSnapshot() }
}

describe('the trips tab', () => {
  test('MAP-03 is closed at first, and requests nothing until it is opened', () => {
    const { actor, load, now } = startTrips()
    expect([selectIsTripsOpen(now()), load.calls.length]).toEqual([false, 0])
    actor.send({ type: 'trips.opened' })
    expect([selectIsTripsOpen(now()), load.latest().input]).toEqual([
      true,
      { search: '', punctuality: null, dataOwner: null },
    ])
    actor.send({ type: 'trips.left' })
    expect([selectIsTripsOpen(now()), load.latest().signal.aborted]).toEqual([false, true])
  })

  test('OPEN-22 a search of several keys is one request, and resets the cards', async () => {
    const { actor, load, clock, now } = startTrips()
    actor.send({ type: 'trips.opened' })
    await load.latest().resolve({ shown: 40, total: 40 })
    actor.send({ type: 'trips.scrolledToEnd', narrow: false })
    expect(selectTripCards(now())).toBe(18)
    for (const text of ['p', 'pu', 'pun']) {
      actor.send({ type: 'trips.searched', text })
      clock.increment(200)
    }
    expect([load.calls.length, selectTripCards(now())]).toEqual([1, 10])
    clock.increment(100)
    expect([load.latest().input, load.calls.length]).toEqual([
      { search: 'pun', punctuality: null, dataOwner: null },
      2,
    ])
    actor.send({ type: 'trips.searched', text: 'x'.repeat(300) })
    expect(selectTripSearch(now())).toHaveLength(100)
  })

  test('TRP-04 a choice of the delayed ones requests at once, keeps the search, and resets the cards', async () => {
    const { actor, load, clock, now } = startTrips()
    actor.send({ type: 'trips.opened' })
    await load.latest().resolve({ shown: 40, total: 40 })
    actor.send({ type: 'trips.searched', text: 'pune' })
    clock.increment(250)
    await load.latest().resolve({ shown: 40, total: 40 })
    actor.send({ type: 'trips.scrolledToEnd', narrow: false })
    actor.send({ type: 'trips.punctualityChosen', punctuality: 'Delayed' })
    const wanted = { search: 'pune', punctuality: 'Delayed', dataOwner: null }
    expect([load.latest().input, selectTripCards(now())]).toEqual([wanted, 10])
    expect(selectTripPunctuality(now())).toBe('Delayed')
  })

  test('OPEN-77 another choice in the support view requests again and shows nothing of the previous one meanwhile', async () => {
    const { actor, load, now } = startTrips()
    const dataOwner = { companyId: 4, userId: 5, timeZone: DEFAULT_TIME_ZONE }
    actor.send({ type: 'dataOwner.chosen', dataOwner })
    expect(load.calls).toHaveLength(0)
    actor.send({ type: 'trips.opened' })
    await load.latest().resolve({ shown: 40, total: 40 })
    expect(load.latest().input).toEqual({ search: '', punctuality: null, dataOwner })
    actor.send({ type: 'dataOwner.chosen', dataOwner: null })
    expect([load.latest().input, selectTripsFound(now())]).toEqual([
      { search: '', punctuality: null, dataOwner: null },
      null,
    ])
  })

  test('OPEN-44 the trips are reloaded at the refresh interval; a failure leaves them and is known until the next one', async () => {
    const { actor, load, rate, now } = startTrips()
    actor.send({ type: 'trips.opened' })
    await load.latest().reject(new Error('away'))
    expect(selectTripsFailure(now())).not.toBeNull()
    rate.latest().emit({ type: 'refresh.due' })
    await load.latest().resolve({ shown: 3, total: 3 })
    rate.latest().emit({ type: 'refresh.due' })
    await load.latest().reject(new Error('away'))
    expect([selectTripsFound(now()), selectTripsFailure(now()) === null]).toEqual([
      { shown: 3, total: 3 },
      false,
    ])
    rate.latest().emit({ type: 'refresh.due' })
    await load.latest().resolve({ shown: 4, total: 4 })
    expect([selectTripsFound(now())?.shown, selectTripsFailure(now())]).toEqual([4, null])
  })
})

describe('OPEN-54 the vehicles of the grid map', () => {
  test('up to four vehicles use four cells, more use nine, and a tenth is left out', () => {
    expect(gridOf([1, 2, 3, 4])).toEqual({ vehicleIds: [1, 2, 3, 4], cells: 4 })
    expect(gridOf([1, 2, 2, 3, 4, 5])).toEqual({ vehicleIds: [1, 2, 3, 4, 5], cells: 9 })
    const full = gridOf(Array.from({ length: 50 }, (_, i) => i))
    expect(full.vehicleIds).toHaveLength(9)
    expect(withVehicle(full, 50)).toEqual(full)
  })

  test('with four cells the others wait; adding one grows the grid and shows them again', () => {
    const small = withCells(gridOf([1, 2, 3, 4, 5]), 4)
    expect(shownIn(small)).toEqual([1, 2, 3, 4])
    expect(shownIn(withoutVehicle(small, 2))).toEqual([1, 3, 4, 5])
    expect(withVehicle(small, 6)).toEqual({ vehicleIds: [1, 2, 3, 4, 6, 5], cells: 9 })
  })

  test('whatever is pressed, each vehicle shows once and there are at most nine', () => {
    const press = fc.oneof(
      fc.record({ add: fc.integer({ min: 1, max: 14 }) }),
      fc.record({ remove: fc.integer({ min: 1, max: 14 }) }),
      fc.record({ cells: fc.constantFrom(4 as const, 9 as const) }),
    )
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 14 })), fc.array(press), (first, presses) => {
        let grid = gridOf(first)
        for (const each of presses) {
          if ('add' in each) {
            const isFull = shownIn(grid).length === MAX_CELLS
            grid = withVehicle(grid, each.add)
            if (!isFull) expect(shownIn(grid)).toContain(each.add)
          } else if ('remove' in each) {
            grid = withoutVehicle(grid, each.remove)
            expect(grid.vehicleIds).not.toContain(each.remove)
          } else grid = withCells(grid, each.cells)
          expect(new Set(grid.vehicleIds).size).toBe(grid.vehicleIds.length)
          expect(shownIn(grid).length).toBeLessThanOrEqual(grid.cells)
        }
      }),
    )
  })
})
