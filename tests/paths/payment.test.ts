// payment: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { paymentMachine } from '#src/machines/payment/payment.machine.ts'

test("1. resting to resting, 2 events", () => {
  const { stateAt, send } = startSilent(paymentMachine, {"hosts":[]})
  expect(stateAt()).toBe("resting")
  send({"type":"payment.pressed"})
  expect(stateAt()).toBe("asking")
  send({"type":"xstate.done.actor.ask","output":{"redirectionUrl":"https://pay.example/start"}})
  expect(stateAt()).toBe("resting")
})

test("2. resting to resting, 2 events", () => {
  const { stateAt, send } = startSilent(paymentMachine, {"hosts":[]})
  expect(stateAt()).toBe("resting")
  send({"type":"payment.pressed"})
  expect(stateAt()).toBe("asking")
  send({"type":"xstate.done.actor.ask","output":{"redirectionUrl":"javascript:alert(1)"}})
  expect(stateAt()).toBe("resting")
})

test("3. resting to resting, 2 events", () => {
  const { stateAt, send } = startSilent(paymentMachine, {"hosts":[]})
  expect(stateAt()).toBe("resting")
  send({"type":"payment.pressed"})
  expect(stateAt()).toBe("asking")
  send({"type":"xstate.error.actor.ask","error":{"name":"CallRefused","message":"not configured","retryAfterMs":null}})
  expect(stateAt()).toBe("resting")
})

test("4. resting to resting, 2 events", () => {
  const { stateAt, send } = startSilent(paymentMachine, {"hosts":[]})
  expect(stateAt()).toBe("resting")
  send({"type":"payment.pressed"})
  expect(stateAt()).toBe("asking")
  send({"type":"xstate.error.actor.ask","error":{"name":"CallRefused","message":"not set up","retryAfterMs":null,"code":"paymentNotConfigured"}})
  expect(stateAt()).toBe("resting")
})

test("5. resting to resting, 2 events", () => {
  const { stateAt, send } = startSilent(paymentMachine, {"hosts":[]})
  expect(stateAt()).toBe("resting")
  send({"type":"payment.pressed"})
  expect(stateAt()).toBe("asking")
  send({"type":"xstate.error.actor.ask","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("resting")
})
