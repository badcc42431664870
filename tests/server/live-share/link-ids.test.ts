import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLinkIds } from '#server/live-share/link-ids.ts'

const idsWith = (secret: string) =>
  createLinkIds({
    mac: (purpose, text) => createHmac('sha256', secret).update(`${purpose}\n${text}`).digest(),
  })
const ids = idsWith('ours')

test('AC-07 an id that was made here is known without being stored, and no other is', () => {
  const id = ids.make()
  expect(id).toMatch(/^[\w-]{32}$/)
  expect([ids.isMade(id), ids.make() === id]).toEqual([true, false])
  const changed = Array.from(
    id,
    (letter, at) => `${id.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${id.slice(at + 1)}`,
  )
  const others = [
    '',
    'A'.repeat(22),
    'A'.repeat(32),
    id.slice(1),
    id.slice(0, -1),
    `${id}AAAA`,
    'no id at all\0',
    // The same bytes in other spellings.
    ...['=', '!', '\n', ' '].map((more) => `${id}${more}`),
    ...['=', '!', '+'].map((more) => `${id.slice(0, 5)}${more}${id.slice(5)}`),
  ]
  for (const other of [...changed, ...others, idsWith('another server').make()])
    expect(ids.isMade(other), other).toBe(false)
})

test('CONFLICT-20 a vehicle has another name in each link', () => {
  const names = [
    ids.aliasOf(1, 5),
    ids.aliasOf(1, 6),
    ids.aliasOf(2, 5),
    ids.aliasOf(15, 5),
    ids.aliasOf(1, 55),
  ]
  expect(new Set(names).size).toBe(names.length)
  expect(ids.aliasOf(1, 5)).toBe(names[0])
})
