// ticker-editor: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { tickerEditorMachine } from '#src/machines/ticker/ticker-editor.machine.ts'

test("1. loading to loading, 6 events", () => {
  const { stateAt, send } = startSilent(tickerEditorMachine)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.list","output":[{"messageId":4,"messageContent":"Read me","messageCriticality":0}]})
  expect(stateAt()).toBe("listing")
  send({"type":"editor.addPressed"})
  expect(stateAt()).toBe("writing")
  send({"type":"editor.saved","message":{"messageContent":"Read me too","messageCriticality":1}})
  expect(stateAt()).toBe("saving")
  send({"type":"xstate.done.actor.save","output":"Message saved"})
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.error.actor.list","error":{"name":"CallRefused","message":"The list is full","retryAfterMs":null}})
  expect(stateAt()).toBe("failed")
  send({"type":"editor.retry"})
  expect(stateAt()).toBe("loading")
})

test("2. loading to loading, 6 events", () => {
  const { stateAt, send } = startSilent(tickerEditorMachine)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.list","output":[{"messageId":4,"messageContent":"Read me","messageCriticality":0}]})
  expect(stateAt()).toBe("listing")
  send({"type":"editor.editPressed","messageId":4})
  expect(stateAt()).toBe("writing")
  send({"type":"editor.cancelled"})
  expect(stateAt()).toBe("listing")
  send({"type":"editor.deletePressed","messageId":4})
  expect(stateAt()).toBe("confirming")
  send({"type":"editor.deleteConfirmed"})
  expect(stateAt()).toBe("deleting")
  send({"type":"xstate.done.actor.remove","output":"Message deleted"})
  expect(stateAt()).toBe("loading")
})

test("3. loading to listing, 3 events", () => {
  const { stateAt, send } = startSilent(tickerEditorMachine)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.list","output":[{"messageId":4,"messageContent":"Read me","messageCriticality":0}]})
  expect(stateAt()).toBe("listing")
  send({"type":"editor.deletePressed","messageId":4})
  expect(stateAt()).toBe("confirming")
  send({"type":"editor.cancelled"})
  expect(stateAt()).toBe("listing")
})

test("4. loading to writing, 4 events", () => {
  const { stateAt, send } = startSilent(tickerEditorMachine)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.list","output":[{"messageId":4,"messageContent":"Read me","messageCriticality":0}]})
  expect(stateAt()).toBe("listing")
  send({"type":"editor.addPressed"})
  expect(stateAt()).toBe("writing")
  send({"type":"editor.saved","message":{"messageContent":"Read me too","messageCriticality":1}})
  expect(stateAt()).toBe("saving")
  send({"type":"xstate.error.actor.save","error":{"name":"CallRefused","message":"The list is full","retryAfterMs":null}})
  expect(stateAt()).toBe("writing")
})

test("5. loading to confirming, 4 events", () => {
  const { stateAt, send } = startSilent(tickerEditorMachine)
  expect(stateAt()).toBe("loading")
  send({"type":"xstate.done.actor.list","output":[{"messageId":4,"messageContent":"Read me","messageCriticality":0}]})
  expect(stateAt()).toBe("listing")
  send({"type":"editor.deletePressed","messageId":4})
  expect(stateAt()).toBe("confirming")
  send({"type":"editor.deleteConfirmed"})
  expect(stateAt()).toBe("deleting")
  send({"type":"xstate.error.actor.remove","error":{"name":"CallRefused","message":"The list is full","retryAfterMs":null}})
  expect(stateAt()).toBe("confirming")
})
