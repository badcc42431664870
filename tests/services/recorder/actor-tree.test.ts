import { expect, test } from 'vitest'
import { createActor, setup } from 'xstate'
import { createHasher, recordedSnapshot } from '#src/services/recorder/actor-tree.ts'
import { createMask } from '#src/services/recorder/redact.ts'
import { startStill } from '#src/services/recorder/replay.ts'

const mask = createMask()

test('a snapshot keeps the names of states and actors, also where they are those of secrets, and no secret', () => {
  const form = setup({}).createMachine({
    id: 'form',
    context: { password: 'pa55word', email: 'asha@fleet.example' },
    initial: 'password',
    states: { password: {} },
  })
  const machine = setup({ actors: { form } }).createMachine({
    id: 'app',
    initial: 'open',
    states: { open: { initial: 'token', states: { token: { invoke: { id: 'driver', src: 'form' } } } } },
  })
  const actor = createActor(machine).start()
  const recorded = JSON.parse(JSON.stringify(recordedSnapshot(actor.getPersistedSnapshot() as object, mask)))
  expect(recorded).toMatchObject({
    value: { open: 'token' },
    children: {
      driver: {
        snapshot: {
          value: 'password',
          context: { password: '[removed]', email: mask('asha@fleet.example') },
        },
      },
    },
  })
  const restored = startStill(machine, { snapshot: recorded })
  expect(createHasher(createMask()).all(restored)).toBe(createHasher(mask).all(actor))
})

test('a machine that failed as it began counts by its failure', () => {
  const broken = setup({}).createMachine({
    id: 'broken',
    context: () => {
      throw new Error('no input')
    },
  })
  const machine = setup({ actors: { broken } }).createMachine({
    id: 'app',
    invoke: { id: 'broken', src: 'broken', onError: {} },
  })
  const [one, other] = [startStill(machine), startStill(machine)]
  expect(one.getSnapshot().children.broken.getSnapshot().status).toBe('error')
  expect(createHasher(mask).all(one)).toBe(createHasher(mask).all(other))
})
