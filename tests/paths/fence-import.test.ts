// fence-import: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { fenceImportMachine } from '#src/machines/geofences/fence-import.machine.ts'

test("1. reading to closed, 1 event", () => {
  const { stateAt, send } = startSilent(fenceImportMachine, {"fileId":"1","fileName":"yards.kml","now":1700000000000,"taken":["Entrance"],"preset":{"vehicleIds":[],"groupIds":[],"regionIds":[],"timeZone":"Asia/Kolkata"}})
  expect(stateAt()).toBe("reading")
  send({"type":"fenceImport.close"})
  expect(stateAt()).toBe("closed")
})

test("2. reading to choosing, 4 events", () => {
  const { stateAt, send } = startSilent(fenceImportMachine, {"fileId":"1","fileName":"yards.kml","now":1700000000000,"taken":["Entrance"],"preset":{"vehicleIds":[],"groupIds":[],"regionIds":[],"timeZone":"Asia/Kolkata"}})
  expect(stateAt()).toBe("reading")
  send({"type":"xstate.done.actor.file","output":{"fences":[{"name":"Depot","shape":{"kind":"circle","centre":[77.59,12.97],"radiusM":500},"hasRadius":true,"hasHoles":false},{"name":"Too small","shape":{"kind":"circle","centre":[77.59,12.97],"radiusM":5},"hasRadius":true,"hasHoles":false}],"left":[{"why":"open","count":1}],"problem":null}})
  expect(stateAt()).toBe("choosing")
  send({"type":"fenceImport.toggled","at":0})
  expect(stateAt()).toBe("choosing")
  send({"type":"fenceImport.renamed","at":0,"name":"Depot North"})
  expect(stateAt()).toBe("choosing")
  send({"type":"fenceImport.choicesSet","choices":{"radiusM":300,"simplifies":true}})
  expect(stateAt()).toBe("choosing")
})

test("3. reading to choosing, 1 event", () => {
  const { stateAt, send } = startSilent(fenceImportMachine, {"fileId":"1","fileName":"yards.kml","now":1700000000000,"taken":["Entrance"],"preset":{"vehicleIds":[],"groupIds":[],"regionIds":[],"timeZone":"Asia/Kolkata"}})
  expect(stateAt()).toBe("reading")
  send({"type":"xstate.error.actor.file","error":{"name":"ModuleNotLoaded","message":""}})
  expect(stateAt()).toBe("choosing")
})

test("4. reading to choosing, 5 events", () => {
  const { stateAt, send } = startSilent(fenceImportMachine, {"fileId":"1","fileName":"yards.kml","now":1700000000000,"taken":["Entrance"],"preset":{"vehicleIds":[],"groupIds":[],"regionIds":[],"timeZone":"Asia/Kolkata"}})
  expect(stateAt()).toBe("reading")
  send({"type":"xstate.done.actor.file","output":{"fences":[{"name":"Depot","shape":{"kind":"circle","centre":[77.59,12.97],"radiusM":500},"hasRadius":true,"hasHoles":false},{"name":"Too small","shape":{"kind":"circle","centre":[77.59,12.97],"radiusM":5},"hasRadius":true,"hasHoles":false}],"left":[{"why":"open","count":1}],"problem":null}})
  expect(stateAt()).toBe("choosing")
  send({"type":"fenceImport.save"})
  expect(stateAt()).toBe("saving")
  send({"type":"fenceImport.close"})
  expect(stateAt()).toBe("saving")
  send({"type":"xstate.done.actor.save","output":{"geoFenceId":4,"message":"Saved"}})
  expect(stateAt()).toBe("ended")
  send({"type":"fenceImport.renamed","at":0,"name":"Depot North"})
  expect(stateAt()).toBe("choosing")
})

test("5. reading to choosing, 3 events", () => {
  const { stateAt, send } = startSilent(fenceImportMachine, {"fileId":"1","fileName":"yards.kml","now":1700000000000,"taken":["Entrance"],"preset":{"vehicleIds":[],"groupIds":[],"regionIds":[],"timeZone":"Asia/Kolkata"}})
  expect(stateAt()).toBe("reading")
  send({"type":"xstate.done.actor.file","output":{"fences":[{"name":"Depot","shape":{"kind":"circle","centre":[77.59,12.97],"radiusM":500},"hasRadius":true,"hasHoles":false},{"name":"Too small","shape":{"kind":"circle","centre":[77.59,12.97],"radiusM":5},"hasRadius":true,"hasHoles":false}],"left":[{"why":"open","count":1}],"problem":null}})
  expect(stateAt()).toBe("choosing")
  send({"type":"fenceImport.save"})
  expect(stateAt()).toBe("saving")
  send({"type":"xstate.error.actor.save","error":{"name":"NetworkFailure","message":""}})
  expect(stateAt()).toBe("choosing")
})

test("6. reading to ended, 3 events", () => {
  const { stateAt, send } = startSilent(fenceImportMachine, {"fileId":"1","fileName":"yards.kml","now":1700000000000,"taken":["Entrance"],"preset":{"vehicleIds":[],"groupIds":[],"regionIds":[],"timeZone":"Asia/Kolkata"}})
  expect(stateAt()).toBe("reading")
  send({"type":"xstate.done.actor.file","output":{"fences":[{"name":"Depot","shape":{"kind":"circle","centre":[77.59,12.97],"radiusM":500},"hasRadius":true,"hasHoles":false},{"name":"Too small","shape":{"kind":"circle","centre":[77.59,12.97],"radiusM":5},"hasRadius":true,"hasHoles":false}],"left":[{"why":"open","count":1}],"problem":null}})
  expect(stateAt()).toBe("choosing")
  send({"type":"fenceImport.save"})
  expect(stateAt()).toBe("saving")
  send({"type":"xstate.error.actor.save","error":{"name":"CallRefused","message":"","code":"fenceNameTaken"}})
  expect(stateAt()).toBe("ended")
})

test("7. reading to saving, 3 events", () => {
  const { stateAt, send } = startSilent(fenceImportMachine, {"fileId":"1","fileName":"yards.kml","now":1700000000000,"taken":["Entrance"],"preset":{"vehicleIds":[],"groupIds":[],"regionIds":[],"timeZone":"Asia/Kolkata"}})
  expect(stateAt()).toBe("reading")
  send({"type":"xstate.done.actor.file","output":{"fences":[{"name":"Depot","shape":{"kind":"circle","centre":[77.59,12.97],"radiusM":500},"hasRadius":true,"hasHoles":false},{"name":"Yard","shape":{"kind":"circle","centre":[77.59,12.97],"radiusM":500},"hasRadius":true,"hasHoles":false}],"left":[{"why":"open","count":1}],"problem":null}})
  expect(stateAt()).toBe("choosing")
  send({"type":"fenceImport.save"})
  expect(stateAt()).toBe("saving")
  send({"type":"xstate.done.actor.save","output":{"geoFenceId":4,"message":"Saved"}})
  expect(stateAt()).toBe("saving")
})
