// back-test: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { backTestMachine } from '#src/machines/alerts/back-test.machine.ts'

test("1. idle to idle, 5 events", () => {
  const { stateAt, send } = startSilent(backTestMachine)
  expect(stateAt()).toBe("idle")
  send({"type":"backTest.requested","setting":"overspeedAlert"})
  expect(stateAt()).toBe("running")
  send({"type":"backTest.requested","setting":"overspeedAlert"})
  expect(stateAt()).toBe("running")
  send({"type":"backTest.requested","setting":"idlingAlert"})
  expect(stateAt()).toBe("running")
  send({"type":"xstate.done.actor.run","output":{"days":30,"vehicles":2,"ofVehicles":2,"counts":[{"value":80,"count":312}]}})
  expect(stateAt()).toBe("idle")
  send({"type":"backTest.requested","setting":"idlingAlert"})
  expect(stateAt()).toBe("idle")
})

test("2. idle to idle, 2 events", () => {
  const { stateAt, send } = startSilent(backTestMachine)
  expect(stateAt()).toBe("idle")
  send({"type":"backTest.requested","setting":"overspeedAlert"})
  expect(stateAt()).toBe("running")
  send({"type":"xstate.error.actor.run","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("idle")
})

test("3. idle to running, 4 events", () => {
  const { stateAt, send } = startSilent(backTestMachine)
  expect(stateAt()).toBe("idle")
  send({"type":"backTest.requested","setting":"overspeedAlert"})
  expect(stateAt()).toBe("running")
  send({"type":"xstate.done.actor.run","output":{"days":30,"vehicles":2,"ofVehicles":2,"counts":[{"value":80,"count":312}]}})
  expect(stateAt()).toBe("idle")
  send({"type":"backTest.requested","setting":"idlingAlert"})
  expect(stateAt()).toBe("running")
  send({"type":"backTest.requested","setting":"overspeedAlert"})
  expect(stateAt()).toBe("running")
})
