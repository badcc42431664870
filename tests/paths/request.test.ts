// request: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { usersRequest } from '#src/machines/support/support.machine.ts'

test("1. idle to REJECTED, 6 events", () => {
  const { stateAt, send } = startSilent(usersRequest)
  expect(stateAt()).toBe("idle")
  send({"type":"request.load","input":{"role":"MANAGER"}})
  expect(stateAt()).toBe("PENDING")
  send({"type":"request.started","method":"GET"})
  expect(stateAt()).toBe("PENDING")
  send({"type":"request.succeeded","method":"GET","response":["asha"]})
  expect(stateAt()).toBe("FULFILLED")
  send({"type":"request.load","input":{"role":"MANAGER"}})
  expect(stateAt()).toBe("FULFILLED")
  send({"type":"request.load","input":{"role":"CUSTOMER"}})
  expect(stateAt()).toBe("PENDING")
  send({"type":"request.failed","method":"GET","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("REJECTED")
})

test("2. idle to REJECTED, 2 events", () => {
  const { stateAt, send } = startSilent(usersRequest)
  expect(stateAt()).toBe("idle")
  send({"type":"request.load","input":{"role":"MANAGER"}})
  expect(stateAt()).toBe("PENDING")
  send({"type":"xstate.error.actor.send","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("REJECTED")
})
