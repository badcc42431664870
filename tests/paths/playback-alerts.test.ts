// playback-alerts: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { playbackAlertsMachine } from '#src/machines/playback/playback-alerts.machine.ts'

test("1. none to none, 3 events", () => {
  const { stateAt, send } = startSilent(playbackAlertsMachine)
  expect(stateAt()).toBe("none")
  send({"type":"alerts.routeShown","request":{"trackId":"track-1","vehicleId":5,"from":1,"to":2},"show":false})
  expect(stateAt()).toBe("asking")
  send({"type":"alerts.routeLeft"})
  expect(stateAt()).toBe("none")
  send({"type":"alerts.hidden"})
  expect(stateAt()).toBe("none")
})

test("2. none to available.hidden, 4 events", () => {
  const { stateAt, send } = startSilent(playbackAlertsMachine)
  expect(stateAt()).toBe("none")
  send({"type":"alerts.routeShown","request":{"trackId":"track-1","vehicleId":5,"from":1,"to":2},"show":false})
  expect(stateAt()).toBe("asking")
  send({"type":"xstate.done.actor.ask","output":3})
  expect(stateAt()).toBe("available.hidden")
  send({"type":"alerts.toggled"})
  expect(stateAt()).toBe("available.shown")
  send({"type":"alerts.toggled"})
  expect(stateAt()).toBe("available.hidden")
})

test("3. none to unavailable, 2 events", () => {
  const { stateAt, send } = startSilent(playbackAlertsMachine)
  expect(stateAt()).toBe("none")
  send({"type":"alerts.routeShown","request":{"trackId":"track-1","vehicleId":5,"from":1,"to":2},"show":false})
  expect(stateAt()).toBe("asking")
  send({"type":"xstate.done.actor.ask","output":0})
  expect(stateAt()).toBe("unavailable")
})

test("4. none to asking, 3 events", () => {
  const { stateAt, send } = startSilent(playbackAlertsMachine)
  expect(stateAt()).toBe("none")
  send({"type":"alerts.routeShown","request":{"trackId":"track-1","vehicleId":5,"from":1,"to":2},"show":false})
  expect(stateAt()).toBe("asking")
  send({"type":"xstate.error.actor.ask","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("unavailable")
  send({"type":"alerts.retry"})
  expect(stateAt()).toBe("asking")
})

test("5. none to available.hidden, 3 events", () => {
  const { stateAt, send } = startSilent(playbackAlertsMachine)
  expect(stateAt()).toBe("none")
  send({"type":"alerts.routeShown","request":{"trackId":"track-2","vehicleId":5,"from":1,"to":2},"show":true})
  expect(stateAt()).toBe("asking")
  send({"type":"xstate.done.actor.ask","output":3})
  expect(stateAt()).toBe("available.shown")
  send({"type":"alerts.hidden"})
  expect(stateAt()).toBe("available.hidden")
})
