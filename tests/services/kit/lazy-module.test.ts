import { expect, test } from 'vitest'
import { createActor, setup } from 'xstate'
import { failureOf } from '#src/machines/kit/failure.ts'
import { machinePort, plugIn } from '#src/machines/kit/port.ts'
import { createLazyModule } from '#src/services/kit/lazy-module.ts'

const child = setup({}).createMachine({ id: 'child' })
const parentOf = () =>
  setup({ actors: { child: machinePort<typeof child>('parent.child') } }).createMachine({
    invoke: { id: 'child', src: 'child', onError: '.failed' },
    initial: 'running',
    states: { running: {}, failed: {} },
  })

test('a module is fetched once for concurrent callers', async () => {
  let fetched = 0
  const part = createLazyModule(async () => ++fetched)
  expect(part.loaded()).toBeUndefined()
  expect(() => part.now()).toThrow('not loaded yet')
  expect(await Promise.all([part.load(), part.load()])).toEqual([1, 1])
  expect([await part.load(), part.loaded(), part.now()]).toEqual([1, 1, 1])
})

test('a failed fetch gives the user a plain message, and the next call fetches again', async () => {
  const answers = [Promise.reject(new TypeError('Failed to fetch')), Promise.resolve('here')]
  const part = createLazyModule(async () => answers.shift())
  const failure = failureOf(await part.load().catch((error: unknown) => error))
  expect(failure.kind).toBe('refused')
  expect(failure.message).toContain('reload the page')
  expect(await part.load()).toBe('here')
})

test('a machine that was not provided fails its parent by name; once provided it runs', () => {
  const unplugged = createActor(parentOf())
  unplugged.start()
  expect(unplugged.getSnapshot().matches('failed')).toBe(true)
  const machine = parentOf()
  plugIn(machine, 'child', child)
  const actor = createActor(machine).start()
  expect(actor.getSnapshot().matches('running')).toBe(true)
  expect(actor.getSnapshot().children.child?.getSnapshot().machine.id).toBe('child')
})
