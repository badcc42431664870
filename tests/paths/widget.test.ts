// widget: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { widgetMachine } from '#src/machines/dashboard/widget.machine.ts'

test("1. idle to idle, 2 events", () => {
  const { stateAt, send } = startSilent(widgetMachine)
  expect(stateAt()).toBe("idle")
  send({"type":"widget.load","request":{"source":"MILAGE_DAILY","scope":{"filterBy":"Fleet","selectedVehicleIds":[],"groupId":null},"by":null,"period":"7days","range":{"from":1794594600000,"to":1795199400000},"timeDiffGreaterThan7Days":false}})
  expect(stateAt()).toBe("loading")
  send({"type":"widget.load","request":null})
  expect(stateAt()).toBe("idle")
})

test("2. idle to loading, 7 events", () => {
  const { stateAt, send } = startSilent(widgetMachine)
  expect(stateAt()).toBe("idle")
  send({"type":"widget.load","request":{"source":"MILAGE_DAILY","scope":{"filterBy":"Fleet","selectedVehicleIds":[],"groupId":null},"by":null,"period":"7days","range":{"from":1794594600000,"to":1795199400000},"timeDiffGreaterThan7Days":false}})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.load","output":{"answeredAt":1795151700000,"pendingDays":0,"waitingDays":0}})
  expect(stateAt()).toBe("shown")
  send({"type":"widget.refreshDue"})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.load","output":{"answeredAt":1795151700000,"pendingDays":3,"waitingDays":0}})
  expect(stateAt()).toBe("pending")
  send({"type":"xstate.after.pendingPoll.widget.pending"})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.error.actor.load","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("failed")
  send({"type":"widget.refreshDue"})
  expect(stateAt()).toBe("loading")
})

test("3. idle to loading, 3 events", () => {
  const { stateAt, send } = startSilent(widgetMachine)
  expect(stateAt()).toBe("idle")
  send({"type":"widget.load","request":{"source":"MILAGE_DAILY","scope":{"filterBy":"Fleet","selectedVehicleIds":[],"groupId":null},"by":null,"period":"7days","range":{"from":1794594600000,"to":1795199400000},"timeDiffGreaterThan7Days":false}})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.error.actor.load","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("failed")
  send({"type":"widget.retry"})
  expect(stateAt()).toBe("loading")
})
