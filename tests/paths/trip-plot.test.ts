// trip-plot: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { tripPlotMachine } from '#src/machines/trips/trip-plot.machine.ts'

test("1. loading to closed, 1 event", () => {
  const { stateAt, send } = startSilent(tripPlotMachine, {"vehicleId":5,"tripId":9,"now":1795151700000})
  expect(stateAt()).toBe("loading")
  send({"type":"tripPlot.close"})
  expect(stateAt()).toBe("closed")
})

test("2. loading to plotted.shown, 3 events", () => {
  const { stateAt, send } = startSilent(tripPlotMachine, {"vehicleId":5,"tripId":9,"now":1795151700000})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.load","output":{"plotId":"plot-1","points":40,"startsAt":1795148100000,"endsAt":1795151700000,"distanceKm":52.5,"trip":{"tripId":9,"vehicleId":5,"truck":"MH 31 AB 1234","driver":"Ravi","fromCity":"Pune","toCity":"Nagpur","fromPlace":{"latitude":18.52,"longitude":73.85},"toPlace":{"latitude":21.15,"longitude":79.09},"scheduledStartDate":"20-11-2026 08:00:00","scheduledEndDate":"20-11-2026 20:00:00","actualStartDate":"20-11-2026 08:05:00","actualEndDate":null,"eta":"20-11-2026 20:40:00","silentSince":null,"status":"RUNNING","punctuality":"Delayed","progressPercent":40,"distanceTravelledInkms":null,"fuelConsumedInLtrs":null,"adblueConsumedInLtrs":null,"roadType":null,"loadType":null,"tripEndType":null}}})
  expect(stateAt()).toBe("plotted.shown")
  send({"type":"refresh.due"})
  expect(stateAt()).toBe("plotted.refreshing")
  send({"type":"xstate.done.actor.reload","output":{"plotId":"plot-1","points":40,"startsAt":1795148100000,"endsAt":1795151700000,"distanceKm":52.5,"trip":{"tripId":9,"vehicleId":5,"truck":"MH 31 AB 1234","driver":"Ravi","fromCity":"Pune","toCity":"Nagpur","fromPlace":{"latitude":18.52,"longitude":73.85},"toPlace":{"latitude":21.15,"longitude":79.09},"scheduledStartDate":"20-11-2026 08:00:00","scheduledEndDate":"20-11-2026 20:00:00","actualStartDate":"20-11-2026 08:05:00","actualEndDate":null,"eta":"20-11-2026 20:40:00","silentSince":null,"status":"RUNNING","punctuality":"Delayed","progressPercent":40,"distanceTravelledInkms":null,"fuelConsumedInLtrs":null,"adblueConsumedInLtrs":null,"roadType":null,"loadType":null,"tripEndType":null}}})
  expect(stateAt()).toBe("plotted.shown")
})

test("3. loading to closed, 2 events", () => {
  const { stateAt, send } = startSilent(tripPlotMachine, {"vehicleId":5,"tripId":9,"now":1795151700000})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.load","output":{"plotId":"plot-1","points":0,"startsAt":null,"endsAt":null,"distanceKm":null,"trip":{"tripId":9,"vehicleId":5,"truck":"MH 31 AB 1234","driver":"Ravi","fromCity":"Pune","toCity":"Nagpur","fromPlace":{"latitude":18.52,"longitude":73.85},"toPlace":{"latitude":21.15,"longitude":79.09},"scheduledStartDate":"20-11-2026 08:00:00","scheduledEndDate":"20-11-2026 20:00:00","actualStartDate":"20-11-2026 08:05:00","actualEndDate":null,"eta":"20-11-2026 20:40:00","silentSince":null,"status":"RUNNING","punctuality":"Delayed","progressPercent":40,"distanceTravelledInkms":null,"fuelConsumedInLtrs":null,"adblueConsumedInLtrs":null,"roadType":null,"loadType":null,"tripEndType":null}}})
  expect(stateAt()).toBe("noData")
  send({"type":"tripPlot.noDataAcknowledged"})
  expect(stateAt()).toBe("closed")
})

test("4. loading to loading, 2 events", () => {
  const { stateAt, send } = startSilent(tripPlotMachine, {"vehicleId":5,"tripId":9,"now":1795151700000})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.error.actor.load","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("failed")
  send({"type":"tripPlot.retry"})
  expect(stateAt()).toBe("loading")
})

test("5. loading to plotted.shown, 3 events", () => {
  const { stateAt, send } = startSilent(tripPlotMachine, {"vehicleId":5,"tripId":9,"now":1795151700000})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.load","output":{"plotId":"plot-1","points":40,"startsAt":1795148100000,"endsAt":1795151700000,"distanceKm":52.5,"trip":{"tripId":9,"vehicleId":5,"truck":"MH 31 AB 1234","driver":"Ravi","fromCity":"Pune","toCity":"Nagpur","fromPlace":{"latitude":18.52,"longitude":73.85},"toPlace":{"latitude":21.15,"longitude":79.09},"scheduledStartDate":"20-11-2026 08:00:00","scheduledEndDate":"20-11-2026 20:00:00","actualStartDate":"20-11-2026 08:05:00","actualEndDate":null,"eta":"20-11-2026 20:40:00","silentSince":null,"status":"RUNNING","punctuality":"Delayed","progressPercent":40,"distanceTravelledInkms":null,"fuelConsumedInLtrs":null,"adblueConsumedInLtrs":null,"roadType":null,"loadType":null,"tripEndType":null}}})
  expect(stateAt()).toBe("plotted.shown")
  send({"type":"refresh.due"})
  expect(stateAt()).toBe("plotted.refreshing")
  send({"type":"xstate.error.actor.reload","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("plotted.shown")
})
