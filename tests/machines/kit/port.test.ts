import { expect, test } from 'vitest'
import { type AnyActorLogic, createActor } from 'xstate'
import { eventPort, machinePort, promisePort } from '#src/machines/kit/port.ts'

test.each<[string, (port: string) => AnyActorLogic]>([
  ['eventPort', eventPort],
  ['promisePort', promisePort],
  ['machinePort', machinePort],
])('an %s that nothing was wired to errs with its name', async (_, portOf) => {
  const start = () =>
    new Promise((resolve, reject) => {
      const actor = createActor(portOf('trips.load'))
      actor.subscribe({ error: reject, complete: () => resolve(actor.getSnapshot()) })
      actor.start()
    })
  await expect(start()).rejects.toThrow(/trips\.load/)
})
