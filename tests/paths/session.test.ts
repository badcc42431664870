// session: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { sessionMachine } from '#src/machines/session/session.machine.ts'

test("1. restoring to signedOut.idle, 8 events", () => {
  const { stateAt, send } = startSilent(sessionMachine)
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":{"user":{"id":7,"roles":["MANAGER"],"firstName":"Asha","betaAccess":true,"alphaAccess":true,"timeZone":"Asia/Kolkata"},"expiresOn":1700003600,"now":1700000000000}})
  expect(stateAt()).toBe("signedIn.fresh")
  send({"type":"session.logOut"})
  expect(stateAt()).toBe("loggingOut")
  send({"type":"xstate.done.actor.forget"})
  expect(stateAt()).toBe("signedOut.idle")
  send({"type":"session.logIn","userName":"manager","password":"not a real one"})
  expect(stateAt()).toBe("signedOut.loggingIn")
  send({"type":"session.replaced"})
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":null})
  expect(stateAt()).toBe("signedOut.idle")
  send({"type":"session.identityChosen"})
  expect(stateAt()).toBe("signedOut.leaving")
  send({"type":"xstate.error.actor.goToIdentity","error":{"name":"Error","message":"needs https"}})
  expect(stateAt()).toBe("signedOut.idle")
})

test("2. restoring to signedOut.idle, 1 event", () => {
  const { stateAt, send } = startSilent(sessionMachine)
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.error.actor.restore","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("signedOut.idle")
})

test("3. restoring to signedOut.idle, 3 events", () => {
  const { stateAt, send } = startSilent(sessionMachine)
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":{"user":{"id":7,"roles":["MANAGER"],"firstName":"Asha","betaAccess":true,"alphaAccess":true,"timeZone":"Asia/Kolkata"},"expiresOn":1700003600,"now":1700000000000}})
  expect(stateAt()).toBe("signedIn.fresh")
  send({"type":"session.lost"})
  expect(stateAt()).toBe("loggingOut")
  send({"type":"xstate.error.actor.forget","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("signedOut.idle")
})

test("4. restoring to signedOut.idle, 7 events", () => {
  const { stateAt, send } = startSilent(sessionMachine)
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":{"user":{"id":7,"roles":["MANAGER"],"firstName":"Asha","betaAccess":true,"alphaAccess":true,"timeZone":"Asia/Kolkata"},"expiresOn":1700003600,"now":1700000000000}})
  expect(stateAt()).toBe("signedIn.fresh")
  send({"type":"session.replaced"})
  expect(stateAt()).toBe("signedIn.rereading")
  send({"type":"request.refused"})
  expect(stateAt()).toBe("signedIn.refreshing.asking")
  send({"type":"xstate.done.actor.refreshGrant","output":{"kind":"refreshed","expiresOn":1700007200,"now":1700003570000}})
  expect(stateAt()).toBe("signedIn.fresh")
  send({"type":"request.refused"})
  expect(stateAt()).toBe("signedIn.refreshing.asking")
  send({"type":"xstate.done.actor.refreshGrant","output":{"kind":"refused"}})
  expect(stateAt()).toBe("loggingOut")
  send({"type":"xstate.after.forgetTimeout.session.loggingOut"})
  expect(stateAt()).toBe("signedOut.idle")
})

test("5. restoring to restoring, 4 events", () => {
  const { stateAt, send } = startSilent(sessionMachine)
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":{"user":{"id":7,"roles":["MANAGER"],"firstName":"Asha","betaAccess":true,"alphaAccess":true,"timeZone":"Asia/Kolkata"},"expiresOn":1700003600,"now":1700000000000}})
  expect(stateAt()).toBe("signedIn.fresh")
  send({"type":"xstate.after.beforeExpiry.session.signedIn.fresh"})
  expect(stateAt()).toBe("signedIn.refreshing.asking")
  send({"type":"xstate.done.actor.refreshGrant","output":{"kind":"gone"}})
  expect(stateAt()).toBe("loggingOut")
  send({"type":"xstate.done.actor.forget"})
  expect(stateAt()).toBe("restoring")
})

test("6. restoring to signedIn.fresh, 3 events", () => {
  const { stateAt, send } = startSilent(sessionMachine)
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":{"user":{"id":7,"roles":["MANAGER"],"firstName":"Asha","betaAccess":true,"alphaAccess":true,"timeZone":"Asia/Kolkata"},"expiresOn":1700003600,"now":1700000000000}})
  expect(stateAt()).toBe("signedIn.fresh")
  send({"type":"session.replaced"})
  expect(stateAt()).toBe("signedIn.rereading")
  send({"type":"xstate.done.actor.reread","output":{"user":{"id":7,"roles":["MANAGER"],"firstName":"Asha","betaAccess":true,"alphaAccess":true,"timeZone":"Asia/Kolkata"},"expiresOn":1700003600,"now":1700000000000}})
  expect(stateAt()).toBe("signedIn.fresh")
})

test("7. restoring to loggingOut, 3 events", () => {
  const { stateAt, send } = startSilent(sessionMachine)
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":{"user":{"id":7,"roles":["MANAGER"],"firstName":"Asha","betaAccess":true,"alphaAccess":true,"timeZone":"Asia/Kolkata"},"expiresOn":1700003600,"now":1700000000000}})
  expect(stateAt()).toBe("signedIn.fresh")
  send({"type":"session.replaced"})
  expect(stateAt()).toBe("signedIn.rereading")
  send({"type":"xstate.done.actor.reread","output":{"user":{"id":8,"roles":["MANAGER"],"firstName":"Asha","betaAccess":true,"alphaAccess":true,"timeZone":"Asia/Kolkata"},"expiresOn":1700003600,"now":1700000000000}})
  expect(stateAt()).toBe("loggingOut")
})

test("8. restoring to loggingOut, 3 events", () => {
  const { stateAt, send } = startSilent(sessionMachine)
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":{"user":{"id":7,"roles":["MANAGER"],"firstName":"Asha","betaAccess":true,"alphaAccess":true,"timeZone":"Asia/Kolkata"},"expiresOn":1700003600,"now":1700000000000}})
  expect(stateAt()).toBe("signedIn.fresh")
  send({"type":"session.replaced"})
  expect(stateAt()).toBe("signedIn.rereading")
  send({"type":"xstate.error.actor.reread","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("loggingOut")
})

test("9. restoring to signedIn.refreshing.waiting, 5 events", () => {
  const { stateAt, send } = startSilent(sessionMachine)
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":{"user":{"id":7,"roles":["MANAGER"],"firstName":"Asha","betaAccess":true,"alphaAccess":true,"timeZone":"Asia/Kolkata"},"expiresOn":1700003600,"now":1700000000000}})
  expect(stateAt()).toBe("signedIn.fresh")
  send({"type":"request.refused"})
  expect(stateAt()).toBe("signedIn.refreshing.asking")
  send({"type":"xstate.done.actor.refreshGrant","output":{"kind":"away","retryAfterMs":2000}})
  expect(stateAt()).toBe("signedIn.refreshing.waiting")
  send({"type":"xstate.after.beforeRetry.session.signedIn.refreshing.waiting"})
  expect(stateAt()).toBe("signedIn.refreshing.asking")
  send({"type":"xstate.error.actor.refreshGrant","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("signedIn.refreshing.waiting")
})

test("10. restoring to signedIn.fresh, 3 events", () => {
  const { stateAt, send } = startSilent(sessionMachine)
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":null})
  expect(stateAt()).toBe("signedOut.idle")
  send({"type":"session.logIn","userName":"manager","password":"not a real one"})
  expect(stateAt()).toBe("signedOut.loggingIn")
  send({"type":"xstate.done.actor.logIn","output":{"kind":"accepted","user":{"id":7,"roles":["MANAGER"],"firstName":"Asha","betaAccess":true,"alphaAccess":true,"timeZone":"Asia/Kolkata"},"expiresOn":1700003600,"now":1700000000000}})
  expect(stateAt()).toBe("signedIn.fresh")
})

test("11. restoring to signedOut.idle, 3 events", () => {
  const { stateAt, send } = startSilent(sessionMachine)
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":null})
  expect(stateAt()).toBe("signedOut.idle")
  send({"type":"session.logIn","userName":"manager","password":"not a real one"})
  expect(stateAt()).toBe("signedOut.loggingIn")
  send({"type":"xstate.done.actor.logIn","output":{"kind":"refused"}})
  expect(stateAt()).toBe("signedOut.idle")
})

test("12. restoring to signedOut.idle, 3 events", () => {
  const { stateAt, send } = startSilent(sessionMachine)
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":null})
  expect(stateAt()).toBe("signedOut.idle")
  send({"type":"session.logIn","userName":"manager","password":"not a real one"})
  expect(stateAt()).toBe("signedOut.loggingIn")
  send({"type":"xstate.error.actor.logIn","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("signedOut.idle")
})

test("13. restoring to signedOut.idle, 3 events", () => {
  const { stateAt, send } = startSilent(sessionMachine)
  expect(stateAt()).toBe("restoring")
  send({"type":"xstate.done.actor.restore","output":null})
  expect(stateAt()).toBe("signedOut.idle")
  send({"type":"session.identityChosen"})
  expect(stateAt()).toBe("signedOut.leaving")
  send({"type":"xstate.after.leaveTimeout.session.signedOut.leaving"})
  expect(stateAt()).toBe("signedOut.idle")
})

test("14. returning to signedIn.fresh, 1 event", () => {
  const { stateAt, send } = startSilent(sessionMachine, {"isReturning":true})
  expect(stateAt()).toBe("returning")
  send({"type":"xstate.done.actor.finishIdentityLogIn","output":{"kind":"accepted","user":{"id":7,"roles":["MANAGER"],"firstName":"Asha","betaAccess":true,"alphaAccess":true,"timeZone":"Asia/Kolkata"},"expiresOn":1700003600,"now":1700000000000}})
  expect(stateAt()).toBe("signedIn.fresh")
})

test("15. returning to restoring, 1 event", () => {
  const { stateAt, send } = startSilent(sessionMachine, {"isReturning":true})
  expect(stateAt()).toBe("returning")
  send({"type":"xstate.done.actor.finishIdentityLogIn","output":{"kind":"failed","why":"denied"}})
  expect(stateAt()).toBe("restoring")
})

test("16. returning to restoring, 1 event", () => {
  const { stateAt, send } = startSilent(sessionMachine, {"isReturning":true})
  expect(stateAt()).toBe("returning")
  send({"type":"xstate.error.actor.finishIdentityLogIn","error":{"name":"NetworkFailure","message":"not reached","retryAfterMs":null}})
  expect(stateAt()).toBe("restoring")
})
