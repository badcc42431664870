// faults: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { faultsMachine } from '#src/machines/faults/faults.machine.ts'

test("1. available.restoring to available.off, 6 events", () => {
  const { stateAt, send } = startSilent(faultsMachine, {"isAvailable":true})
  expect(stateAt()).toBe("available.restoring")
  send({"type":"xstate.done.actor.restore","output":{"seed":42,"rates":{"late":0.5,"requestLost":0,"answerLost":0,"doubled":0,"reordered":0,"unauthorized":0,"serverError":0.25,"noContent":0,"malformed":0,"streamDropped":0},"lateMs":2000,"clockSkewMs":0}})
  expect(stateAt()).toBe("available.on")
  send({"type":"faults.turnOn","settings":{"seed":42,"rates":{"late":0.5,"requestLost":0,"answerLost":0,"doubled":0,"reordered":0,"unauthorized":0,"serverError":0.25,"noContent":0,"malformed":0,"streamDropped":0},"lateMs":2000,"clockSkewMs":0}})
  expect(stateAt()).toBe("available.applying")
  send({"type":"xstate.done.actor.apply"})
  expect(stateAt()).toBe("available.on")
  send({"type":"faults.turnOff"})
  expect(stateAt()).toBe("available.off")
  send({"type":"faults.turnOn","settings":{"seed":42,"rates":{"late":0.5,"requestLost":0,"answerLost":0,"doubled":0,"reordered":0,"unauthorized":0,"serverError":0.25,"noContent":0,"malformed":0,"streamDropped":0},"lateMs":2000,"clockSkewMs":0}})
  expect(stateAt()).toBe("available.applying")
  send({"type":"xstate.error.actor.apply","error":{"name":"ModuleNotLoaded","message":"not loaded","code":"pagePartNotLoaded"}})
  expect(stateAt()).toBe("available.off")
})

test("2. available.restoring to available.off, 1 event", () => {
  const { stateAt, send } = startSilent(faultsMachine, {"isAvailable":true})
  expect(stateAt()).toBe("available.restoring")
  send({"type":"xstate.done.actor.restore","output":null})
  expect(stateAt()).toBe("available.off")
})

test("3. available.restoring to available.off, 1 event", () => {
  const { stateAt, send } = startSilent(faultsMachine, {"isAvailable":true})
  expect(stateAt()).toBe("available.restoring")
  send({"type":"xstate.error.actor.restore","error":{"name":"ModuleNotLoaded","message":"not loaded","code":"pagePartNotLoaded"}})
  expect(stateAt()).toBe("available.off")
})

test("4. available.restoring to available.on, 2 events", () => {
  const { stateAt, send } = startSilent(faultsMachine, {"isAvailable":true})
  expect(stateAt()).toBe("available.restoring")
  send({"type":"xstate.done.actor.restore","output":{"seed":42,"rates":{"late":0.5,"requestLost":0,"answerLost":0,"doubled":0,"reordered":0,"unauthorized":0,"serverError":0.25,"noContent":0,"malformed":0,"streamDropped":0},"lateMs":2000,"clockSkewMs":0}})
  expect(stateAt()).toBe("available.on")
  send({"type":"faults.dropStream"})
  expect(stateAt()).toBe("available.on")
})

test("5. unavailable to unavailable, 0 events", () => {
  const { stateAt } = startSilent(faultsMachine, {"isAvailable":false})
  expect(stateAt()).toBe("unavailable")
})
