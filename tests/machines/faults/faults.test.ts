import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { selectIsOn, selectIsUnavailable, selectSettings } from '#src/machines/faults/faults.selectors.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { faultSettings } from '#tests/kit/builders/fault-settings.ts'
import { createShellFixture } from '#tests/kit/machines/shell.fixture.ts'

const start = (isAvailable = true) => {
  const notices: Notice[] = []
  const { machines, ports } = createShellFixture((_, notice) => notices.push(notice))
  const actor = createActor(machines.faults, { input: { isAvailable } }).start()
  return { actor, ports, notices, isOn: () => selectIsOn(actor.getSnapshot()) }
}
const FAILURE = { name: 'ModuleNotLoaded', message: 'not loaded', code: 'pagePartNotLoaded' }
const settings = faultSettings({ late: 0.5 })

test('faults are off at first; turned on, they are applied, and replaced by others', async () => {
  const { actor, ports, isOn } = start()
  await ports.restoreFaults.latest().resolve(null)
  expect([isOn(), selectSettings(actor.getSnapshot())]).toEqual([false, null])
  actor.send({ type: 'faults.dropStream' })
  expect(ports.streamDropped.done).toHaveLength(0)

  actor.send({ type: 'faults.turnOn', settings })
  expect([isOn(), ports.applyFaults.latest().input]).toEqual([false, settings])
  await ports.applyFaults.latest().resolve()
  expect(isOn()).toBe(true)
  actor.send({ type: 'faults.dropStream' })
  expect(ports.streamDropped.done).toHaveLength(1)

  const others = { ...settings, seed: 7 }
  actor.send({ type: 'faults.turnOn', settings: others })
  expect(ports.applyFaults.latest().input).toEqual(others)
  await ports.applyFaults.latest().resolve()
  actor.send({ type: 'faults.turnOff' })
  expect([isOn(), ports.faultsTurnedOff.done.length]).toEqual([false, 1])
  expect(selectSettings(actor.getSnapshot()), 'the form keeps them').toEqual(others)
})

test('faults that were on before a reload are on again', async () => {
  const { actor, ports, isOn } = start()
  await ports.restoreFaults.latest().resolve(settings)
  expect([isOn(), selectSettings(actor.getSnapshot())]).toEqual([true, settings])
})

test('a failure to load their code says so and leaves them off', async () => {
  const { actor, ports, notices, isOn } = start()
  await ports.restoreFaults.latest().reject(FAILURE)
  actor.send({ type: 'faults.turnOn', settings })
  await ports.applyFaults.latest().reject(FAILURE)
  expect(isOn()).toBe(false)
  expect(notices.map(({ failure }) => failure?.code)).toEqual(['pagePartNotLoaded', 'pagePartNotLoaded'])
  expect(ports.faultsTurnedOff.done, 'those that were on before').toHaveLength(1)
})

test('where the environment does not allow them, nothing turns them on', () => {
  const { actor, ports, isOn } = start(false)
  actor.send({ type: 'faults.turnOn', settings })
  expect([selectIsUnavailable(actor.getSnapshot()), isOn()]).toEqual([true, false])
  expect([ports.restoreFaults.calls, ports.applyFaults.calls]).toEqual([[], []])
})
