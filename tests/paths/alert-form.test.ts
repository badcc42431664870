// alert-form: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { alertSettingsForm } from '#src/machines/alerts/alert-form.machine.ts'

test("1. loading to editing, 4 events", () => {
  const { stateAt, send } = startSilent(alertSettingsForm)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.load","output":{"overspeedAlert":{"selected":true,"value":80},"dpfRegenAlert":{"selected":true,"value":null}}})
  expect(stateAt()).toBe("editing")
  send({"type":"alertForm.changed","field":"overspeedAlert","value":{"selected":true,"value":60}})
  expect(stateAt()).toBe("editing")
  send({"type":"alertForm.savePressed"})
  expect(stateAt()).toBe("saving")
  send({"type":"xstate.done.actor.save","output":{"values":{"overspeedAlert":{"selected":true,"value":80},"dpfRegenAlert":{"selected":true,"value":null}},"message":"Alert settings saved"}})
  expect(stateAt()).toBe("editing")
})

test("2. loading to loading, 2 events", () => {
  const { stateAt, send } = startSilent(alertSettingsForm)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.error.actor.load","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("failed")
  send({"type":"alertForm.retry"})
  expect(stateAt()).toBe("loading")
})

test("3. loading to editing, 3 events", () => {
  const { stateAt, send } = startSilent(alertSettingsForm)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.load","output":{"overspeedAlert":{"selected":true,"value":80},"dpfRegenAlert":{"selected":true,"value":null}}})
  expect(stateAt()).toBe("editing")
  send({"type":"alertForm.changed","field":"overspeedAlert","value":{"selected":true,"value":60}})
  expect(stateAt()).toBe("editing")
  send({"type":"alertForm.discarded"})
  expect(stateAt()).toBe("editing")
})

test("4. loading to editing, 4 events", () => {
  const { stateAt, send } = startSilent(alertSettingsForm)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.load","output":{"overspeedAlert":{"selected":true,"value":80},"dpfRegenAlert":{"selected":true,"value":null}}})
  expect(stateAt()).toBe("editing")
  send({"type":"alertForm.changed","field":"overspeedAlert","value":{"selected":true,"value":60}})
  expect(stateAt()).toBe("editing")
  send({"type":"alertForm.savePressed"})
  expect(stateAt()).toBe("saving")
  send({"type":"xstate.error.actor.save","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("editing")
})
