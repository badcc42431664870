import { expect, test } from 'vitest'
import { createPlotDirector } from '#src/map-director/plot-director.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import type { MapPort, TrailPoint } from '#src/services/map/map.port.ts'
import type { Plots } from '#src/services/trips/plots.ts'
import { mapVehicle, NOON } from '#tests/kit/builders/map-scene.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'

const TRUCK: TrailPoint = { at: [77, 12], heading: 90, status: 'IDLE', time: NOON - 10_000 }

/** The plots 'a' and 'b' of vehicle 7 on a map that writes down what it is told. */
const plotted = () => {
  const fleetStore = createFleetStore()
  const trucks: [TrailPoint, boolean][] = []
  const seen = { fits: 0, plots: 0 }
  const map: Pick<MapPort, 'showPlot' | 'fit'> = {
    showPlot: () => {
      seen.plots += 1
      return {
        moveTruck: (point, live) => void trucks.push([point, live]),
        clear: () => {
          seen.plots -= 1
        },
      }
    },
    fit: () => {
      seen.fits += 1
    },
  }
  const route = { driven: makeTrack({ speed: Float32Array.of(40, 40) }), ahead: null, truck: TRUCK }
  let now = NOON
  const director = createPlotDirector({
    map: map as MapPort,
    plots: { get: (plotId) => (plotId === 'none' ? undefined : route) } as Plots,
    fleetStore,
    now: () => now,
  })
  return {
    ...{ director, fleetStore, trucks, seen },
    wait: (ms: number) => {
      now += ms
    },
  }
}

test('PLT-01 the truck is at its newest position: of the route first, of the fleet once that is newer', () => {
  const { director, fleetStore, trucks } = plotted()
  director.show('a', 7)
  expect(trucks).toEqual([[TRUCK, true]])
  fleetStore.replaceMembers([mapVehicle(7, { longitude: 78, latitude: 13, heading: 45, fixTime: NOON })])
  expect(trucks.at(-1)).toEqual([{ at: [78, 13], heading: 45, status: 'RUNNING', time: NOON }, true])
})

test('PLT-01 a truck that leaves the list stays where it was seen last', () => {
  const { director, fleetStore, trucks } = plotted()
  director.show('a', 7)
  fleetStore.replaceMembers([mapVehicle(7, { longitude: 78, latitude: 13, fixTime: NOON })])
  fleetStore.replaceMembers([])
  expect(trucks.at(-1)?.[0]).toMatchObject({ at: [78, 13], time: NOON })
})

test('PLT-01 a position without a heading turns the truck nowhere', () => {
  const { director, fleetStore, trucks } = plotted()
  director.show('a', 7)
  fleetStore.replaceMembers([mapVehicle(7, { heading: null })])
  expect(trucks.at(-1)?.[0].heading).toBeNull()
})

test("OPEN-40 a truck whose newest position is the route's becomes late by the clock", () => {
  const { director, trucks, wait } = plotted()
  director.show('a', 7)
  wait(3_600_000)
  director.updateLateness()
  expect(trucks.map(([, live]) => live)).toEqual([true, false])
})

test('PLT-01 the camera moves to the first plot only, and on request while there is one', () => {
  const { director, seen } = plotted()
  expect(director.showWhole()).toBe(false)
  director.show('a', 7)
  director.show('b', 7)
  expect(seen).toEqual({ fits: 1, plots: 1 })
  expect(director.showWhole()).toBe(true)
  expect(seen.fits).toBe(2)
  director.show('none', 7)
  expect([seen.plots, director.showWhole()]).toEqual([0, false])
})
