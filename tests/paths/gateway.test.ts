// gateway: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { gatewayMachine } from '#src/machines/gateway/gateway.machine.ts'

test("1. loading to asking, 8 events", () => {
  const { stateAt, send } = startSilent(gatewayMachine)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.read","output":{"madeAt":null,"address":"https://roadbook.example/ingest/traccar","pending":[],"accepted":[],"registrations":["KA 01 AB 1234"]}})
  expect(stateAt()).toBe("shown.waiting")
  send({"type":"gateway.makePressed"})
  expect(stateAt()).toBe("changing")
  send({"type":"xstate.done.actor.change","output":{"gateway":{"madeAt":1,"address":"https://roadbook.example/ingest/traccar","pending":[],"accepted":[],"registrations":["KA 01 AB 1234"]},"gatewayKey":"not a real one"}})
  expect(stateAt()).toBe("shown.waiting")
  send({"type":"gateway.replacePressed"})
  expect(stateAt()).toBe("asking")
  send({"type":"gateway.confirmed"})
  expect(stateAt()).toBe("changing")
  send({"type":"xstate.error.actor.change","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("asking")
  send({"type":"gateway.cancelled"})
  expect(stateAt()).toBe("shown.waiting")
  send({"type":"gateway.revokePressed"})
  expect(stateAt()).toBe("asking")
})

test("2. loading to asking, 7 events", () => {
  const { stateAt, send } = startSilent(gatewayMachine)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.error.actor.read","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("shown.waiting")
  send({"type":"gateway.keyHidden"})
  expect(stateAt()).toBe("shown.waiting")
  send({"type":"gateway.devicePressed","deviceId":"d","fromVehicleId":null})
  expect(stateAt()).toBe("choosing")
  send({"type":"gateway.vehicleChosen","registration":"KA 01 AB 1234","addsVehicle":false})
  expect(stateAt()).toBe("changing")
  send({"type":"xstate.error.actor.change","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("choosing")
  send({"type":"gateway.cancelled"})
  expect(stateAt()).toBe("shown.waiting")
  send({"type":"gateway.releasePressed","deviceId":"d","fromVehicleId":7})
  expect(stateAt()).toBe("asking")
})

test("3. loading to loading, 2 events", () => {
  const { stateAt, send } = startSilent(gatewayMachine)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.read","output":{"madeAt":null,"address":"https://roadbook.example/ingest/traccar","pending":[],"accepted":[],"registrations":["KA 01 AB 1234"]}})
  expect(stateAt()).toBe("shown.waiting")
  send({"type":"gateway.retry"})
  expect(stateAt()).toBe("loading")
})

test("4. loading to shown.waiting, 3 events", () => {
  const { stateAt, send } = startSilent(gatewayMachine)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.read","output":{"madeAt":null,"address":"https://roadbook.example/ingest/traccar","pending":[],"accepted":[],"registrations":["KA 01 AB 1234"]}})
  expect(stateAt()).toBe("shown.waiting")
  send({"type":"xstate.after.poll.gateway.shown.waiting"})
  expect(stateAt()).toBe("shown.polling")
  send({"type":"xstate.done.actor.read","output":{"madeAt":null,"address":"https://roadbook.example/ingest/traccar","pending":[],"accepted":[],"registrations":["KA 01 AB 1234"]}})
  expect(stateAt()).toBe("shown.waiting")
})

test("5. loading to shown.waiting, 3 events", () => {
  const { stateAt, send } = startSilent(gatewayMachine)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.read","output":{"madeAt":null,"address":"https://roadbook.example/ingest/traccar","pending":[],"accepted":[],"registrations":["KA 01 AB 1234"]}})
  expect(stateAt()).toBe("shown.waiting")
  send({"type":"gateway.makePressed"})
  expect(stateAt()).toBe("changing")
  send({"type":"xstate.error.actor.change","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("shown.waiting")
})

test("6. loading to shown.waiting, 3 events", () => {
  const { stateAt, send } = startSilent(gatewayMachine)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.read","output":{"madeAt":null,"address":"https://roadbook.example/ingest/traccar","pending":[],"accepted":[],"registrations":["KA 01 AB 1234"]}})
  expect(stateAt()).toBe("shown.waiting")
  send({"type":"xstate.after.poll.gateway.shown.waiting"})
  expect(stateAt()).toBe("shown.polling")
  send({"type":"xstate.error.actor.read","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("shown.waiting")
})
