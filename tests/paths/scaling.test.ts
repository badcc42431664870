// scaling: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { scalingMachine } from '#src/machines/settings/scaling.machine.ts'

test("1. loading to setting.form.editing + setting.trial.idle, 6 events", () => {
  const { stateAt, send } = startSilent(scalingMachine, {"role":"CUSTOMERADMIN"})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.load","output":{"mileage":{"factor":1.05,"set":{"by":"asha","at":1700000000000}},"adblue":{"factor":1,"set":null},"utilization":{"factor":1,"set":null}}})
  expect(stateAt()).toBe("setting.form.editing + setting.trial.idle")
  send({"type":"scaling.changed","kpi":"mileage","factor":1.1})
  expect(stateAt()).toBe("setting.form.editing + setting.trial.idle")
  send({"type":"scaling.resetPressed"})
  expect(stateAt()).toBe("setting.form.editing + setting.trial.idle")
  send({"type":"scaling.discarded"})
  expect(stateAt()).toBe("setting.form.editing + setting.trial.idle")
  send({"type":"scaling.tryPressed"})
  expect(stateAt()).toBe("setting.form.editing + setting.trial.measuring")
  send({"type":"xstate.done.actor.measure","output":{"mileage":4.2,"adblue":12,"utilization":null}})
  expect(stateAt()).toBe("setting.form.editing + setting.trial.idle")
})

test("2. loading to loading, 2 events", () => {
  const { stateAt, send } = startSilent(scalingMachine, {"role":"CUSTOMERADMIN"})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.error.actor.load","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("failed")
  send({"type":"scaling.retry"})
  expect(stateAt()).toBe("loading")
})

test("3. loading to setting.form.editing + setting.trial.idle, 4 events", () => {
  const { stateAt, send } = startSilent(scalingMachine, {"role":"CUSTOMERADMIN"})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.load","output":{"mileage":{"factor":1.05,"set":{"by":"asha","at":1700000000000}},"adblue":{"factor":1,"set":null},"utilization":{"factor":1,"set":null}}})
  expect(stateAt()).toBe("setting.form.editing + setting.trial.idle")
  send({"type":"scaling.changed","kpi":"mileage","factor":1.1})
  expect(stateAt()).toBe("setting.form.editing + setting.trial.idle")
  send({"type":"scaling.savePressed"})
  expect(stateAt()).toBe("setting.form.saving + setting.trial.idle")
  send({"type":"xstate.done.actor.save","output":{"scales":{"mileage":{"factor":1.05,"set":{"by":"asha","at":1700000000000}},"adblue":{"factor":1,"set":null},"utilization":{"factor":1,"set":null}},"message":"Scaling factors saved"}})
  expect(stateAt()).toBe("setting.form.editing + setting.trial.idle")
})

test("4. loading to setting.form.editing + setting.trial.idle, 3 events", () => {
  const { stateAt, send } = startSilent(scalingMachine, {"role":"CUSTOMERADMIN"})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.load","output":{"mileage":{"factor":1.05,"set":{"by":"asha","at":1700000000000}},"adblue":{"factor":1,"set":null},"utilization":{"factor":1,"set":null}}})
  expect(stateAt()).toBe("setting.form.editing + setting.trial.idle")
  send({"type":"scaling.tryPressed"})
  expect(stateAt()).toBe("setting.form.editing + setting.trial.measuring")
  send({"type":"xstate.error.actor.measure","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("setting.form.editing + setting.trial.idle")
})

test("5. loading to setting.form.editing + setting.trial.idle, 4 events", () => {
  const { stateAt, send } = startSilent(scalingMachine, {"role":"CUSTOMERADMIN"})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.load","output":{"mileage":{"factor":1.05,"set":{"by":"asha","at":1700000000000}},"adblue":{"factor":1,"set":null},"utilization":{"factor":1,"set":null}}})
  expect(stateAt()).toBe("setting.form.editing + setting.trial.idle")
  send({"type":"scaling.changed","kpi":"mileage","factor":1.1})
  expect(stateAt()).toBe("setting.form.editing + setting.trial.idle")
  send({"type":"scaling.savePressed"})
  expect(stateAt()).toBe("setting.form.saving + setting.trial.idle")
  send({"type":"xstate.error.actor.save","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("setting.form.editing + setting.trial.idle")
})

test("6. loading to reading, 1 event", () => {
  const { stateAt, send } = startSilent(scalingMachine, {"role":"MANAGER"})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.load","output":{"mileage":{"factor":1.05,"set":{"by":"asha","at":1700000000000}},"adblue":{"factor":1,"set":null},"utilization":{"factor":1,"set":null}}})
  expect(stateAt()).toBe("reading")
})
