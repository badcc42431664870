// trips: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { tripsMachine } from '#src/machines/trips/trips.machine.ts'

test("1. away to away, 3 events", () => {
  const { stateAt, send } = startSilent(tripsMachine, {"dataOwner":null})
  expect(stateAt()).toBe("away")
  send({"type":"trips.opened"})
  expect(stateAt()).toBe("open.loading")
  send({"type":"trips.left"})
  expect(stateAt()).toBe("away")
  send({"type":"dataOwner.chosen","dataOwner":{"companyId":3,"userId":5,"timeZone":"Europe/Berlin"}})
  expect(stateAt()).toBe("away")
})

test("2. away to open.shown, 8 events", () => {
  const { stateAt, send } = startSilent(tripsMachine, {"dataOwner":null})
  expect(stateAt()).toBe("away")
  send({"type":"trips.opened"})
  expect(stateAt()).toBe("open.loading")
  send({"type":"trips.searched","text":"MH31"})
  expect(stateAt()).toBe("open.pausing")
  send({"type":"trips.punctualityChosen","punctuality":"Delayed"})
  expect(stateAt()).toBe("open.loading")
  send({"type":"trips.scrolledToEnd","narrow":false})
  expect(stateAt()).toBe("open.loading")
  send({"type":"dataOwner.chosen","dataOwner":{"companyId":3,"userId":5,"timeZone":"Europe/Berlin"}})
  expect(stateAt()).toBe("open.loading")
  send({"type":"xstate.done.actor.load","output":{"shown":30,"total":30}})
  expect(stateAt()).toBe("open.shown")
  send({"type":"refresh.due"})
  expect(stateAt()).toBe("open.refreshing")
  send({"type":"xstate.done.actor.refresh","output":{"shown":30,"total":30}})
  expect(stateAt()).toBe("open.shown")
})

test("3. away to open.loading, 3 events", () => {
  const { stateAt, send } = startSilent(tripsMachine, {"dataOwner":null})
  expect(stateAt()).toBe("away")
  send({"type":"trips.opened"})
  expect(stateAt()).toBe("open.loading")
  send({"type":"xstate.error.actor.load","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("open.failed")
  send({"type":"trips.retry"})
  expect(stateAt()).toBe("open.loading")
})

test("4. away to open.loading, 3 events", () => {
  const { stateAt, send } = startSilent(tripsMachine, {"dataOwner":null})
  expect(stateAt()).toBe("away")
  send({"type":"trips.opened"})
  expect(stateAt()).toBe("open.loading")
  send({"type":"trips.searched","text":"MH31"})
  expect(stateAt()).toBe("open.pausing")
  send({"type":"xstate.after.searchPause.trips.open.pausing"})
  expect(stateAt()).toBe("open.loading")
})

test("5. away to open.loading, 3 events", () => {
  const { stateAt, send } = startSilent(tripsMachine, {"dataOwner":null})
  expect(stateAt()).toBe("away")
  send({"type":"trips.opened"})
  expect(stateAt()).toBe("open.loading")
  send({"type":"xstate.error.actor.load","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("open.failed")
  send({"type":"refresh.due"})
  expect(stateAt()).toBe("open.loading")
})

test("6. away to open.failed, 4 events", () => {
  const { stateAt, send } = startSilent(tripsMachine, {"dataOwner":null})
  expect(stateAt()).toBe("away")
  send({"type":"trips.opened"})
  expect(stateAt()).toBe("open.loading")
  send({"type":"xstate.done.actor.load","output":{"shown":30,"total":30}})
  expect(stateAt()).toBe("open.shown")
  send({"type":"refresh.due"})
  expect(stateAt()).toBe("open.refreshing")
  send({"type":"xstate.error.actor.refresh","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("open.failed")
})
