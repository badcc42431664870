// recovery: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { recoveryMachine } from '#src/machines/session/recovery.machine.ts'

test("1. ready to done, 3 events", () => {
  const { stateAt, send } = startSilent(recoveryMachine)
  expect(stateAt()).toBe("ready")
  send({"type":"recovery.opened"})
  expect(stateAt()).toBe("ready")
  send({"type":"recovery.linkRequested","account":"asha"})
  expect(stateAt()).toBe("asking")
  send({"type":"xstate.done.actor.ask","output":"Sent"})
  expect(stateAt()).toBe("done")
})

test("2. ready to done, 2 events", () => {
  const { stateAt, send } = startSilent(recoveryMachine)
  expect(stateAt()).toBe("ready")
  send({"type":"recovery.passwordChosen","newPassword":"A good passw0rd"})
  expect(stateAt()).toBe("setting")
  send({"type":"xstate.done.actor.set","output":"Changed"})
  expect(stateAt()).toBe("done")
})

test("3. ready to ready, 2 events", () => {
  const { stateAt, send } = startSilent(recoveryMachine)
  expect(stateAt()).toBe("ready")
  send({"type":"recovery.linkRequested","account":"asha"})
  expect(stateAt()).toBe("asking")
  send({"type":"xstate.error.actor.ask","error":{"name":"CallRefused","message":"This link is no longer valid.","retryAfterMs":null}})
  expect(stateAt()).toBe("ready")
})

test("4. ready to ready, 2 events", () => {
  const { stateAt, send } = startSilent(recoveryMachine)
  expect(stateAt()).toBe("ready")
  send({"type":"recovery.passwordChosen","newPassword":"A good passw0rd"})
  expect(stateAt()).toBe("setting")
  send({"type":"xstate.error.actor.set","error":{"name":"CallRefused","message":"This link is no longer valid.","retryAfterMs":null}})
  expect(stateAt()).toBe("ready")
})
