// transport: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { transportMachine } from '#src/machines/lab/transport.machine.ts'

test("1. paused to paused, 6 events", () => {
  const { stateAt, send } = startSilent(transportMachine, {"length":2})
  expect(stateAt()).toBe("paused")
  send({"type":"transport.play"})
  expect(stateAt()).toBe("playing")
  send({"type":"transport.pause"})
  expect(stateAt()).toBe("paused")
  send({"type":"transport.stepped","by":1})
  expect(stateAt()).toBe("paused")
  send({"type":"transport.sought","at":1})
  expect(stateAt()).toBe("paused")
  send({"type":"transport.speedChosen","speed":16})
  expect(stateAt()).toBe("paused")
  send({"type":"transport.listChanged","length":3,"at":1})
  expect(stateAt()).toBe("paused")
})

test("2. paused to paused, 3 events", () => {
  const { stateAt, send } = startSilent(transportMachine, {"length":2})
  expect(stateAt()).toBe("paused")
  send({"type":"transport.play"})
  expect(stateAt()).toBe("playing")
  send({"type":"transport.due"})
  expect(stateAt()).toBe("playing")
  send({"type":"transport.due"})
  expect(stateAt()).toBe("paused")
})

test("3. paused to paused, 3 events", () => {
  const { stateAt, send } = startSilent(transportMachine, {"length":2})
  expect(stateAt()).toBe("paused")
  send({"type":"transport.play"})
  expect(stateAt()).toBe("playing")
  send({"type":"transport.speedChosen","speed":16})
  expect(stateAt()).toBe("playing")
  send({"type":"xstate.error.actor.dueTimes","error":{"name":"Error","message":"no clock"}})
  expect(stateAt()).toBe("paused")
})

test("4. paused to paused, 1 event", () => {
  const { stateAt, send } = startSilent(transportMachine, {"length":0})
  expect(stateAt()).toBe("paused")
  send({"type":"transport.play"})
  expect(stateAt()).toBe("paused")
})
