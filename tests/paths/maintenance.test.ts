// maintenance: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { maintenanceMachine } from '#src/machines/maintenance/maintenance.machine.ts'

test("1. reading to resting, 6 events", () => {
  const { stateAt, send } = startSilent(maintenanceMachine)
  expect(stateAt()).toBe("reading")
  send({"type":"maintenance.set","isOn":true})
  expect(stateAt()).toBe("saving")
  send({"type":"xstate.done.actor.write","output":true})
  expect(stateAt()).toBe("resting")
  send({"type":"maintenance.checkDue"})
  expect(stateAt()).toBe("reading")
  send({"type":"xstate.done.actor.read","output":true})
  expect(stateAt()).toBe("resting")
  send({"type":"maintenance.set","isOn":true})
  expect(stateAt()).toBe("saving")
  send({"type":"xstate.error.actor.write","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("resting")
})

test("2. reading to resting, 1 event", () => {
  const { stateAt, send } = startSilent(maintenanceMachine)
  expect(stateAt()).toBe("reading")
  send({"type":"xstate.error.actor.read","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("resting")
})
