// support: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { supportMachine } from '#src/machines/support/support.machine.ts'

test("1. restoring to leaving, 6 events", () => {
  const { stateAt, send } = startSilent(supportMachine, {"wasActing":false})
  expect(stateAt()).toBe("restoring")
  send({"type":"support.switched"})
  expect(stateAt()).toBe("leaving")
  send({"type":"xstate.error.actor.end","error":{"name":"CallRefused","message":"Not found","retryAfterMs":null}})
  expect(stateAt()).toBe("leaving")
  send({"type":"xstate.after.switchDelay.support.leaving"})
  expect(stateAt()).toBe("choosing.role")
  send({"type":"support.roleChosen","role":"MANAGER"})
  expect(stateAt()).toBe("choosing.user")
  send({"type":"support.userChosen","userId":5,"reason":"Ticket 4711"})
  expect(stateAt()).toBe("choosing.beginning")
  send({"type":"support.switched"})
  expect(stateAt()).toBe("leaving")
})

test("2. restoring to leaving, 2 events", () => {
  const { stateAt, send } = startSilent(supportMachine, {"wasActing":false})
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":{"acting":{"userId":5,"userName":"manager","firstName":"Asha","role":"MANAGER","companyName":"Varunika Roadlines","endsAt":1800000},"leftMs":1800000}})
  expect(stateAt()).toBe("acting")
  send({"type":"support.switched"})
  expect(stateAt()).toBe("leaving")
})

test("3. restoring to choosing.role, 1 event", () => {
  const { stateAt, send } = startSilent(supportMachine, {"wasActing":false})
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.error.actor.restore","error":{"name":"CallRefused","message":"Not found","retryAfterMs":null}})
  expect(stateAt()).toBe("choosing.role")
})

test("4. restoring to leaving, 2 events", () => {
  const { stateAt, send } = startSilent(supportMachine, {"wasActing":false})
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":{"acting":{"userId":5,"userName":"manager","firstName":"Asha","role":"MANAGER","companyName":"Varunika Roadlines","endsAt":1800000},"leftMs":1800000}})
  expect(stateAt()).toBe("acting")
  send({"type":"xstate.after.timeLeft.support.acting"})
  expect(stateAt()).toBe("leaving")
})

test("5. restoring to choosing.user, 3 events", () => {
  const { stateAt, send } = startSilent(supportMachine, {"wasActing":false})
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":null})
  expect(stateAt()).toBe("choosing.role")
  send({"type":"support.roleChosen","role":"MANAGER"})
  expect(stateAt()).toBe("choosing.user")
  send({"type":"support.retry"})
  expect(stateAt()).toBe("choosing.user")
})

test("6. restoring to acting, 4 events", () => {
  const { stateAt, send } = startSilent(supportMachine, {"wasActing":false})
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":null})
  expect(stateAt()).toBe("choosing.role")
  send({"type":"support.roleChosen","role":"MANAGER"})
  expect(stateAt()).toBe("choosing.user")
  send({"type":"support.userChosen","userId":5,"reason":"Ticket 4711"})
  expect(stateAt()).toBe("choosing.beginning")
  send({"type":"xstate.done.actor.begin","output":{"acting":{"userId":5,"userName":"manager","firstName":"Asha","role":"MANAGER","companyName":"Varunika Roadlines","endsAt":1800000},"leftMs":1800000}})
  expect(stateAt()).toBe("acting")
})

test("7. restoring to choosing.user, 4 events", () => {
  const { stateAt, send } = startSilent(supportMachine, {"wasActing":false})
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":null})
  expect(stateAt()).toBe("choosing.role")
  send({"type":"support.roleChosen","role":"MANAGER"})
  expect(stateAt()).toBe("choosing.user")
  send({"type":"support.userChosen","userId":5,"reason":"Ticket 4711"})
  expect(stateAt()).toBe("choosing.beginning")
  send({"type":"xstate.error.actor.begin","error":{"name":"CallRefused","message":"Not found","retryAfterMs":null}})
  expect(stateAt()).toBe("choosing.user")
})

test("8. restoring to choosing.role, 1 event", () => {
  const { stateAt, send } = startSilent(supportMachine, {"wasActing":true})
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":null})
  expect(stateAt()).toBe("choosing.role")
})

test("9. restoring to leaving, 2 events", () => {
  const { stateAt, send } = startSilent(supportMachine, {"wasActing":true})
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.error.actor.restore","error":{"name":"CallRefused","message":"Not found","retryAfterMs":null}})
  expect(stateAt()).toBe("unknown")
  send({"type":"support.switched"})
  expect(stateAt()).toBe("leaving")
})

test("10. restoring to restoring, 2 events", () => {
  const { stateAt, send } = startSilent(supportMachine, {"wasActing":true})
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.error.actor.restore","error":{"name":"CallRefused","message":"Not found","retryAfterMs":null}})
  expect(stateAt()).toBe("unknown")
  send({"type":"xstate.after.askAgain.support.unknown"})
  expect(stateAt()).toBe("restoring")
})
