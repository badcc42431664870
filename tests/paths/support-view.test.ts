// support-view: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { supportViewMachine } from '#src/machines/support/support-view.machine.ts'

test("1. unopened to choosing.company, 5 events", () => {
  const { stateAt, send } = startSilent(supportViewMachine, {"isOffered":true})
  expect(stateAt()).toBe("unopened")
  send({"type":"supportView.opened"})
  expect(stateAt()).toBe("choosing.company")
  send({"type":"supportView.opened"})
  expect(stateAt()).toBe("choosing.company")
  send({"type":"supportView.companyChosen","company":{"companyId":3,"timeZone":"Europe/Berlin"}})
  expect(stateAt()).toBe("choosing.user")
  send({"type":"supportView.companyChosen","company":null})
  expect(stateAt()).toBe("choosing.company")
  send({"type":"supportView.retry"})
  expect(stateAt()).toBe("choosing.company")
})

test("2. unopened to choosing.user, 4 events", () => {
  const { stateAt, send } = startSilent(supportViewMachine, {"isOffered":true})
  expect(stateAt()).toBe("unopened")
  send({"type":"supportView.opened"})
  expect(stateAt()).toBe("choosing.company")
  send({"type":"supportView.companyChosen","company":{"companyId":3,"timeZone":"Europe/Berlin"}})
  expect(stateAt()).toBe("choosing.user")
  send({"type":"supportView.userChosen","userId":5})
  expect(stateAt()).toBe("choosing.user")
  send({"type":"supportView.retry"})
  expect(stateAt()).toBe("choosing.user")
})
