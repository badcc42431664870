import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/units.ts'
import { storedHashOf } from '#server/identity/secrets.ts'
import { SHARE } from '#server/live-share/limits.ts'
import type { LinkRow } from '#server/live-share/live-share.repository.ts'
import { createShareAccess } from '#server/live-share/share-access.ts'

const NOW = 1_795_000_000_000
const VISITOR = { address: '10.1.0.1' }
const LINK = {
  ...{ id: 1, ends_by: 'time', ends_at: new Date(NOW + 1000 * MINUTE_MS), revoked_at: null },
  vehicles: [{ vehicleId: 5, registrationId: 'MH 5', hasArrived: false }],
} as unknown as LinkRow

/** Access to a link whose id is `open`, on a clock that the test turns. */
const start = () => {
  const database = { isAway: false }
  const clock = { now: NOW }
  const seen: Array<[visits: number, minute: number]> = []
  const access = createShareAccess({
    links: {
      byHash: async (hash) => {
        if (database.isAway) throw new Error('The database is away.')
        return hash === storedHashOf('open') ? LINK : undefined
      },
      seen: async (_, visits, at) => void seen.push([visits, (at - NOW) / MINUTE_MS]),
    },
    ids: { isMade: (id) => id === 'open' },
    now: () => clock.now,
  })
  return { access, database, clock, seen }
}

test('AC-07 a viewer of an open link who asks while the database is away gives guessers at the same address no further guess', async () => {
  const { access, database } = start()
  const guess = (at: number) => access.find(`guess ${at}`, VISITOR)
  await access.find('open', VISITOR)
  for (let at = 0; at < SHARE.guesses; at += 1) await guess(at)
  database.isAway = true
  await expect(access.find('open', VISITOR)).rejects.toThrow('away')
  database.isAway = false
  await expect(guess(SHARE.guesses)).rejects.toMatchObject({ code: 'tooManyTries' })
})

test('AC-07 an address asks for an open link only so often in a minute', async () => {
  const { access, clock } = start()
  const ask = (address = VISITOR.address) => access.find('open', { address })
  for (let at = 0; at < SHARE.asksAMinute; at += 1) expect(await ask()).toBe(LINK)
  await expect(ask()).rejects.toMatchObject({ code: 'tooManyTries' })
  expect(await ask('10.1.0.2')).toBe(LINK)
  clock.now += MINUTE_MS
  expect(await ask()).toBe(LINK)
})

test('OPEN-43 who watches all day is one visit, seen last when they asked last; who returns after half an hour is another', async () => {
  const { access, clock, seen } = start()
  for (const minute of [0, 0.25, 20, 40, 60]) {
    clock.now = NOW + minute * MINUTE_MS
    await access.visited(LINK, VISITOR)
  }
  clock.now = NOW + 100 * MINUTE_MS
  await access.visited(LINK, VISITOR)
  await access.visited(LINK, { address: '10.1.0.2' })
  const [watching, later] = [seen.slice(0, 4), seen.slice(4)]
  expect(watching, 'not written more often than every half minute').toEqual([
    [1, 0],
    [0, 20],
    [0, 40],
    [0, 60],
  ])
  expect(later).toEqual([
    [1, 100],
    [1, 100],
  ])
})

test('a last visit is written again after half a minute, and at once where a link was forgotten among many', async () => {
  const { access, clock, seen } = start()
  const visit = (id: number) => access.visited({ ...LINK, id }, VISITOR)
  for (const ms of [0, SHARE.seenMs - 1, SHARE.seenMs]) {
    clock.now = NOW + ms
    await visit(1)
  }
  expect(seen.map(([, minute]) => minute)).toEqual([0, 0.5])
  for (let id = 2; id <= SHARE.rememberedLinks / 2; id += 1) await visit(id)
  seen.length = 0
  await visit(1)
  expect(seen).toEqual([])
  for (let id = 2; id <= SHARE.rememberedLinks; id += 1) await visit(SHARE.rememberedLinks + id)
  seen.length = 0
  await visit(1)
  expect(seen).toEqual([[0, 0.5]])
})
