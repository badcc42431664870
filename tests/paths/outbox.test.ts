// outbox: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { outboxMachine } from '#src/machines/settings/outbox.machine.ts'

test("1. loading to loading, 7 events", () => {
  const { stateAt, send } = startSilent(outboxMachine)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.list","output":[{"mailId":4,"channel":"email","recipient":"asha@roadbook.example","subject":"Your password","sentAt":1700000000000}]})
  expect(stateAt()).toBe("listing")
  send({"type":"outbox.mailPressed","mailId":4})
  expect(stateAt()).toBe("opening")
  send({"type":"xstate.done.actor.mail","output":{"mailId":4,"channel":"email","recipient":"asha@roadbook.example","subject":"Your password","sentAt":1700000000000,"mailText":"Follow the link."}})
  expect(stateAt()).toBe("reading")
  send({"type":"outbox.mailClosed"})
  expect(stateAt()).toBe("listing")
  send({"type":"outbox.retry"})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.error.actor.list","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("failed")
  send({"type":"outbox.retry"})
  expect(stateAt()).toBe("loading")
})

test("2. loading to listing, 3 events", () => {
  const { stateAt, send } = startSilent(outboxMachine)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.list","output":[{"mailId":4,"channel":"email","recipient":"asha@roadbook.example","subject":"Your password","sentAt":1700000000000}]})
  expect(stateAt()).toBe("listing")
  send({"type":"outbox.mailPressed","mailId":4})
  expect(stateAt()).toBe("opening")
  send({"type":"xstate.error.actor.mail","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("listing")
})
