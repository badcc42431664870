// profile: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { profileMachine } from '#src/machines/profile/profile.machine.ts'

test("1. idle to REJECTED, 5 events", () => {
  const { stateAt, send } = startSilent(profileMachine)
  expect(stateAt()).toBe("idle")
  send({"type":"request.load","input":{}})
  expect(stateAt()).toBe("PENDING")
  send({"type":"request.started","method":"GET"})
  expect(stateAt()).toBe("PENDING")
  send({"type":"request.succeeded","method":"GET","response":{"userId":7,"userName":"manager","firstName":"Asha","mobileNumber":"","emailId":"","companyName":"Varunika Roadlines","roles":["MANAGER"]}})
  expect(stateAt()).toBe("FULFILLED")
  send({"type":"request.load","input":{}})
  expect(stateAt()).toBe("PENDING")
  send({"type":"request.failed","method":"GET","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("REJECTED")
})

test("2. idle to REJECTED, 2 events", () => {
  const { stateAt, send } = startSilent(profileMachine)
  expect(stateAt()).toBe("idle")
  send({"type":"request.load","input":{}})
  expect(stateAt()).toBe("PENDING")
  send({"type":"xstate.error.actor.send","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("REJECTED")
})
