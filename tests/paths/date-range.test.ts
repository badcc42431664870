// date-range: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { dateRangeMachine } from '#src/machines/date-range/date-range.machine.ts'

test("1. – to –, 4 events", () => {
  const { stateAt, send } = startSilent(dateRangeMachine, {"now":1795151700000,"timeZone":"Asia/Kolkata"})
  expect(stateAt()).toBe("")
  send({"type":"range.startChosen","at":1794892500000,"now":1795151700000})
  expect(stateAt()).toBe("")
  send({"type":"range.endChosen","at":1795133700000,"now":1795151700000})
  expect(stateAt()).toBe("")
  send({"type":"range.chosen","from":1795065300000,"to":1795151700000,"now":1795151700000})
  expect(stateAt()).toBe("")
  send({"type":"range.restored","range":{"from":1794978900000,"to":1795065300000},"now":1795151700000})
  expect(stateAt()).toBe("")
})
