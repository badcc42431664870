// manual: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { manualMachine } from '#src/machines/help/manual.machine.ts'

test("1. resting to resting, 2 events", () => {
  const { stateAt, send } = startSilent(manualMachine)
  expect(stateAt()).toBe("resting")
  send({"type":"manual.download"})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.load"})
  expect(stateAt()).toBe("resting")
})

test("2. resting to resting, 2 events", () => {
  const { stateAt, send } = startSilent(manualMachine)
  expect(stateAt()).toBe("resting")
  send({"type":"manual.download"})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.error.actor.load","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("resting")
})

test("3. resting to resting, 2 events", () => {
  const { stateAt, send } = startSilent(manualMachine)
  expect(stateAt()).toBe("resting")
  send({"type":"manual.download"})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.error.actor.load","error":{"name":"CallRefused","message":"Not now","retryAfterMs":null}})
  expect(stateAt()).toBe("resting")
})
