// grid-map: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { gridMapMachine } from '#src/machines/grid-map/grid-map.machine.ts'

test("1. watching to closed, 4 events", () => {
  const { stateAt, send } = startSilent(gridMapMachine, {"vehicleIds":[]})
  expect(stateAt()).toBe("watching")
  send({"type":"gridMap.added","vehicleId":5})
  expect(stateAt()).toBe("watching")
  send({"type":"gridMap.removed","vehicleId":5})
  expect(stateAt()).toBe("watching")
  send({"type":"gridMap.sizeChosen","cells":4})
  expect(stateAt()).toBe("watching")
  send({"type":"gridMap.close"})
  expect(stateAt()).toBe("closed")
})
