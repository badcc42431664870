// support-changes: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { supportChangesRequest } from '#src/machines/support/support-changes.machine.ts'

test("1. idle to REJECTED, 5 events", () => {
  const { stateAt, send } = startSilent(supportChangesRequest)
  expect(stateAt()).toBe("idle")
  send({"type":"request.load","input":{"before":null}})
  expect(stateAt()).toBe("PENDING")
  send({"type":"request.started","method":"GET"})
  expect(stateAt()).toBe("PENDING")
  send({"type":"request.succeeded","method":"GET","response":{"changes":[{"changeId":3,"at":1700000000000,"staffName":"meera","userName":"asha","call":"beginActing","subjects":[],"total":0,"values":[],"reason":"Ticket 4711"}],"total":1}})
  expect(stateAt()).toBe("FULFILLED")
  send({"type":"request.load","input":{"before":null}})
  expect(stateAt()).toBe("PENDING")
  send({"type":"request.failed","method":"GET","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("REJECTED")
})

test("2. idle to REJECTED, 2 events", () => {
  const { stateAt, send } = startSilent(supportChangesRequest)
  expect(stateAt()).toBe("idle")
  send({"type":"request.load","input":{"before":null}})
  expect(stateAt()).toBe("PENDING")
  send({"type":"xstate.error.actor.send","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("REJECTED")
})
