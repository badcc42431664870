// fleet-filter: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { fleetFilterMachine } from '#src/machines/fleet-filter/fleet-filter.machine.ts'

test("1. – to –, 6 events", () => {
  const { stateAt, send } = startSilent(fleetFilterMachine, {"role":"MANAGER"})
  expect(stateAt()).toBe("")
  send({"type":"fleetFilter.opened"})
  expect(stateAt()).toBe("")
  send({"type":"fleetFilter.groupsPicked","entries":[4],"every":[4,5]})
  expect(stateAt()).toBe("")
  send({"type":"fleetFilter.overSpeedPicked","overSpeed":80})
  expect(stateAt()).toBe("")
  send({"type":"fleetFilter.applied"})
  expect(stateAt()).toBe("")
  send({"type":"fleetFilter.cleared"})
  expect(stateAt()).toBe("")
  send({"type":"fleetFilter.regionsPicked","entries":["all"],"every":[7]})
  expect(stateAt()).toBe("")
})
