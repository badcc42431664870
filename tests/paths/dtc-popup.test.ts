// dtc-popup: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { dtcPopupMachine } from '#src/machines/health/dtc-popup.machine.ts'

test("1. reading to closed, 3 events", () => {
  const { stateAt, send } = startSilent(dtcPopupMachine, {"role":"CUSTOMER"})
  expect(stateAt()).toBe("reading")
  send({"type":"xstate.done.actor.flag","output":true})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.counts","output":{"counts":{"high":1,"medium":2,"low":0},"vehicles":2}})
  expect(stateAt()).toBe("open")
  send({"type":"dtcPopup.dismissed"})
  expect(stateAt()).toBe("closed")
})

test("2. reading to closed, 1 event", () => {
  const { stateAt, send } = startSilent(dtcPopupMachine, {"role":"CUSTOMER"})
  expect(stateAt()).toBe("reading")
  send({"type":"xstate.done.actor.flag","output":false})
  expect(stateAt()).toBe("closed")
})

test("3. reading to closed, 1 event", () => {
  const { stateAt, send } = startSilent(dtcPopupMachine, {"role":"CUSTOMER"})
  expect(stateAt()).toBe("reading")
  send({"type":"xstate.error.actor.flag","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("closed")
})

test("4. reading to closed, 2 events", () => {
  const { stateAt, send } = startSilent(dtcPopupMachine, {"role":"CUSTOMER"})
  expect(stateAt()).toBe("reading")
  send({"type":"xstate.done.actor.flag","output":true})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.counts","output":{"counts":{"high":0,"medium":0,"low":0},"vehicles":0}})
  expect(stateAt()).toBe("closed")
})

test("5. reading to closed, 2 events", () => {
  const { stateAt, send } = startSilent(dtcPopupMachine, {"role":"CUSTOMER"})
  expect(stateAt()).toBe("reading")
  send({"type":"xstate.done.actor.flag","output":true})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.error.actor.counts","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("closed")
})

test("6. reading to closed, 3 events", () => {
  const { stateAt, send } = startSilent(dtcPopupMachine, {"role":"CUSTOMER"})
  expect(stateAt()).toBe("reading")
  send({"type":"xstate.done.actor.flag","output":true})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.counts","output":{"counts":{"high":1,"medium":2,"low":0},"vehicles":2}})
  expect(stateAt()).toBe("open")
  send({"type":"dtcPopup.followed"})
  expect(stateAt()).toBe("closed")
})
