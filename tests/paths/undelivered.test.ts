// undelivered: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { undeliveredMachine } from '#src/machines/settings/undelivered.machine.ts'

test("1. loading to loading, 5 events", () => {
  const { stateAt, send } = startSilent(undeliveredMachine)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.list","output":{"deliveries":[{"deliveryId":7,"at":1700000000000,"userName":"asha","channel":"sms","type":"OVERSPEED","RegistrationNumber":"KA 01 AB 1234","failure":"refused","status":400,"attempts":1}],"total":1,"sends":{"email":true,"sms":false}}})
  expect(stateAt()).toBe("listing")
  send({"type":"undelivered.sendAgainPressed","deliveryIds":[7]})
  expect(stateAt()).toBe("sendingAgain")
  send({"type":"xstate.done.actor.again","output":1})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.error.actor.list","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("failed")
  send({"type":"undelivered.reload"})
  expect(stateAt()).toBe("loading")
})

test("2. loading to loading, 2 events", () => {
  const { stateAt, send } = startSilent(undeliveredMachine)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.list","output":{"deliveries":[{"deliveryId":7,"at":1700000000000,"userName":"asha","channel":"sms","type":"OVERSPEED","RegistrationNumber":"KA 01 AB 1234","failure":"refused","status":400,"attempts":1}],"total":1,"sends":{"email":true,"sms":false}}})
  expect(stateAt()).toBe("listing")
  send({"type":"undelivered.reload"})
  expect(stateAt()).toBe("loading")
})

test("3. loading to listing, 3 events", () => {
  const { stateAt, send } = startSilent(undeliveredMachine)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.list","output":{"deliveries":[{"deliveryId":7,"at":1700000000000,"userName":"asha","channel":"sms","type":"OVERSPEED","RegistrationNumber":"KA 01 AB 1234","failure":"refused","status":400,"attempts":1}],"total":1,"sends":{"email":true,"sms":false}}})
  expect(stateAt()).toBe("listing")
  send({"type":"undelivered.sendAgainPressed","deliveryIds":[7]})
  expect(stateAt()).toBe("sendingAgain")
  send({"type":"xstate.error.actor.again","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("listing")
})
