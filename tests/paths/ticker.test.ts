// ticker: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { tickerMachine } from '#src/machines/ticker/ticker.machine.ts'

test("1. closed to open.list.resting + open.carousel.paused + open.dialog.shown.reading, 8 events", () => {
  const { stateAt, send } = startSilent(tickerMachine)
  expect(stateAt()).toBe("closed")
  send({"type":"ticker.opened"})
  expect(stateAt()).toBe("open.list.loading + open.carousel.still + open.dialog.closed")
  send({"type":"ticker.pointed","isPointed":true})
  expect(stateAt()).toBe("open.list.loading + open.carousel.still + open.dialog.closed")
  send({"type":"ticker.focused","isFocused":true})
  expect(stateAt()).toBe("open.list.loading + open.carousel.still + open.dialog.closed")
  send({"type":"xstate.done.actor.load","output":{"messages":[{"messageId":2,"messageContent":"Message 2","messageCriticality":1},{"messageId":1,"messageContent":"Message 1","messageCriticality":0}],"message":null,"isAcknowledged":false}})
  expect(stateAt()).toBe("open.list.resting + open.carousel.paused + open.dialog.shown.reminding")
  send({"type":"ticker.acknowledged"})
  expect(stateAt()).toBe("open.list.resting + open.carousel.paused + open.dialog.closed")
  send({"type":"ticker.pressed"})
  expect(stateAt()).toBe("open.list.resting + open.carousel.paused + open.dialog.shown.reading")
  send({"type":"ticker.refreshDue"})
  expect(stateAt()).toBe("open.list.refreshing + open.carousel.paused + open.dialog.shown.reading")
  send({"type":"xstate.done.actor.refresh","output":{"messages":[{"messageId":2,"messageContent":"Message 2","messageCriticality":1},{"messageId":1,"messageContent":"Message 1","messageCriticality":0}],"message":null,"isAcknowledged":false}})
  expect(stateAt()).toBe("open.list.resting + open.carousel.paused + open.dialog.shown.reading")
})

test("2. closed to open.list.resting + open.carousel.still + open.dialog.closed, 2 events", () => {
  const { stateAt, send } = startSilent(tickerMachine)
  expect(stateAt()).toBe("closed")
  send({"type":"ticker.opened"})
  expect(stateAt()).toBe("open.list.loading + open.carousel.still + open.dialog.closed")
  send({"type":"xstate.done.actor.load","output":{"messages":[],"message":"No messages","isAcknowledged":false}})
  expect(stateAt()).toBe("open.list.resting + open.carousel.still + open.dialog.closed")
})

test("3. closed to open.list.resting + open.carousel.still + open.dialog.closed, 2 events", () => {
  const { stateAt, send } = startSilent(tickerMachine)
  expect(stateAt()).toBe("closed")
  send({"type":"ticker.opened"})
  expect(stateAt()).toBe("open.list.loading + open.carousel.still + open.dialog.closed")
  send({"type":"xstate.error.actor.load","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("open.list.resting + open.carousel.still + open.dialog.closed")
})

test("4. closed to open.list.resting + open.carousel.still + open.dialog.closed, 2 events", () => {
  const { stateAt, send } = startSilent(tickerMachine)
  expect(stateAt()).toBe("closed")
  send({"type":"ticker.opened"})
  expect(stateAt()).toBe("open.list.loading + open.carousel.still + open.dialog.closed")
  send({"type":"xstate.error.actor.load","error":{"name":"CallRefused","message":"Not now","retryAfterMs":null}})
  expect(stateAt()).toBe("open.list.resting + open.carousel.still + open.dialog.closed")
})

test("5. closed to open.list.resting + open.carousel.running + open.dialog.shown.reminding, 3 events", () => {
  const { stateAt, send } = startSilent(tickerMachine)
  expect(stateAt()).toBe("closed")
  send({"type":"ticker.opened"})
  expect(stateAt()).toBe("open.list.loading + open.carousel.still + open.dialog.closed")
  send({"type":"xstate.done.actor.load","output":{"messages":[{"messageId":2,"messageContent":"Message 2","messageCriticality":1},{"messageId":1,"messageContent":"Message 1","messageCriticality":0}],"message":null,"isAcknowledged":false}})
  expect(stateAt()).toBe("open.list.resting + open.carousel.running + open.dialog.shown.reminding")
  send({"type":"xstate.after.autoplay.ticker.open.carousel.running"})
  expect(stateAt()).toBe("open.list.resting + open.carousel.running + open.dialog.shown.reminding")
})

test("6. closed to open.list.resting + open.carousel.running + open.dialog.shown.reminding, 4 events", () => {
  const { stateAt, send } = startSilent(tickerMachine)
  expect(stateAt()).toBe("closed")
  send({"type":"ticker.opened"})
  expect(stateAt()).toBe("open.list.loading + open.carousel.still + open.dialog.closed")
  send({"type":"ticker.pointed","isPointed":true})
  expect(stateAt()).toBe("open.list.loading + open.carousel.still + open.dialog.closed")
  send({"type":"xstate.done.actor.load","output":{"messages":[{"messageId":2,"messageContent":"Message 2","messageCriticality":1},{"messageId":1,"messageContent":"Message 1","messageCriticality":0}],"message":null,"isAcknowledged":false}})
  expect(stateAt()).toBe("open.list.resting + open.carousel.paused + open.dialog.shown.reminding")
  send({"type":"ticker.pointed","isPointed":false})
  expect(stateAt()).toBe("open.list.resting + open.carousel.running + open.dialog.shown.reminding")
})

test("7. closed to open.list.resting + open.carousel.still + open.dialog.shown.reminding, 5 events", () => {
  const { stateAt, send } = startSilent(tickerMachine)
  expect(stateAt()).toBe("closed")
  send({"type":"ticker.opened"})
  expect(stateAt()).toBe("open.list.loading + open.carousel.still + open.dialog.closed")
  send({"type":"xstate.done.actor.load","output":{"messages":[{"messageId":2,"messageContent":"Message 2","messageCriticality":1},{"messageId":1,"messageContent":"Message 1","messageCriticality":0}],"message":null,"isAcknowledged":false}})
  expect(stateAt()).toBe("open.list.resting + open.carousel.running + open.dialog.shown.reminding")
  send({"type":"ticker.closed"})
  expect(stateAt()).toBe("closed")
  send({"type":"ticker.opened"})
  expect(stateAt()).toBe("open.list.refreshing + open.carousel.running + open.dialog.shown.reminding")
  send({"type":"xstate.done.actor.refresh","output":{"messages":[{"messageId":1,"messageContent":"Message 1","messageCriticality":0}],"message":null,"isAcknowledged":true}})
  expect(stateAt()).toBe("open.list.resting + open.carousel.still + open.dialog.shown.reminding")
})

test("8. closed to open.list.resting + open.carousel.still + open.dialog.closed, 4 events", () => {
  const { stateAt, send } = startSilent(tickerMachine)
  expect(stateAt()).toBe("closed")
  send({"type":"ticker.opened"})
  expect(stateAt()).toBe("open.list.loading + open.carousel.still + open.dialog.closed")
  send({"type":"xstate.done.actor.load","output":{"messages":[{"messageId":2,"messageContent":"Message 2","messageCriticality":1},{"messageId":1,"messageContent":"Message 1","messageCriticality":0}],"message":null,"isAcknowledged":false}})
  expect(stateAt()).toBe("open.list.resting + open.carousel.running + open.dialog.shown.reminding")
  send({"type":"ticker.refreshDue"})
  expect(stateAt()).toBe("open.list.refreshing + open.carousel.running + open.dialog.shown.reminding")
  send({"type":"xstate.done.actor.refresh","output":{"messages":[],"message":"No messages","isAcknowledged":false}})
  expect(stateAt()).toBe("open.list.resting + open.carousel.still + open.dialog.closed")
})

test("9. closed to open.list.resting + open.carousel.running + open.dialog.shown.reminding, 4 events", () => {
  const { stateAt, send } = startSilent(tickerMachine)
  expect(stateAt()).toBe("closed")
  send({"type":"ticker.opened"})
  expect(stateAt()).toBe("open.list.loading + open.carousel.still + open.dialog.closed")
  send({"type":"xstate.done.actor.load","output":{"messages":[{"messageId":2,"messageContent":"Message 2","messageCriticality":1},{"messageId":1,"messageContent":"Message 1","messageCriticality":0}],"message":null,"isAcknowledged":false}})
  expect(stateAt()).toBe("open.list.resting + open.carousel.running + open.dialog.shown.reminding")
  send({"type":"ticker.refreshDue"})
  expect(stateAt()).toBe("open.list.refreshing + open.carousel.running + open.dialog.shown.reminding")
  send({"type":"xstate.error.actor.refresh","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("open.list.resting + open.carousel.running + open.dialog.shown.reminding")
})
