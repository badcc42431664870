// settings: every transition. Written by npm run paths.
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { settingsMachine } from '#src/machines/settings/settings.machine.ts'

test("1. closed to closed, 3 events", () => {
  const { stateAt, send } = startSilent(settingsMachine, {"role":"ROOTADMIN"})
  expect(stateAt()).toBe("closed")
  send({"type":"settings.opened"})
  expect(stateAt()).toBe("open.password.asking")
  send({"type":"settings.closed"})
  expect(stateAt()).toBe("closed")
  send({"type":"settings.tabChosen","tab":"groups"})
  expect(stateAt()).toBe("closed")
})

test("2. closed to open.undelivered, 5 events", () => {
  const { stateAt, send } = startSilent(settingsMachine, {"role":"ROOTADMIN"})
  expect(stateAt()).toBe("closed")
  send({"type":"settings.opened"})
  expect(stateAt()).toBe("open.password.asking")
  send({"type":"settings.tabChosen","tab":"groups"})
  expect(stateAt()).toBe("open.choosing")
  send({"type":"settings.tabChosen","tab":"tickerMessages"})
  expect(stateAt()).toBe("open.ticker")
  send({"type":"settings.tabChosen","tab":"mailOutbox"})
  expect(stateAt()).toBe("open.mail")
  send({"type":"settings.tabChosen","tab":"undelivered"})
  expect(stateAt()).toBe("open.undelivered")
})

test("3. closed to open.password.asking, 3 events", () => {
  const { stateAt, send } = startSilent(settingsMachine, {"role":"ROOTADMIN"})
  expect(stateAt()).toBe("closed")
  send({"type":"settings.opened"})
  expect(stateAt()).toBe("open.password.asking")
  send({"type":"password.submitted","currentPassword":"not a real one","newPassword":"nor is this"})
  expect(stateAt()).toBe("open.password.saving")
  send({"type":"xstate.done.actor.change","output":"Password changed"})
  expect(stateAt()).toBe("open.password.asking")
})

test("4. closed to open.password.asking, 3 events", () => {
  const { stateAt, send } = startSilent(settingsMachine, {"role":"ROOTADMIN"})
  expect(stateAt()).toBe("closed")
  send({"type":"settings.opened"})
  expect(stateAt()).toBe("open.password.asking")
  send({"type":"password.submitted","currentPassword":"not a real one","newPassword":"nor is this"})
  expect(stateAt()).toBe("open.password.saving")
  send({"type":"xstate.error.actor.change","error":{"name":"CallRefused","message":"The current one is wrong","retryAfterMs":null}})
  expect(stateAt()).toBe("open.password.asking")
})

test("5. closed to open.gateway, 3 events", () => {
  const { stateAt, send } = startSilent(settingsMachine, {"role":"CUSTOMERADMIN"})
  expect(stateAt()).toBe("closed")
  send({"type":"settings.opened"})
  expect(stateAt()).toBe("open.password.asking")
  send({"type":"settings.tabChosen","tab":"importPositions"})
  expect(stateAt()).toBe("open.import")
  send({"type":"settings.tabChosen","tab":"gateway"})
  expect(stateAt()).toBe("open.gateway")
})
