import { expect, test } from 'vitest'
import { savePreferences } from '#contract/calls/preferences.ts'
import { DEFAULT_PREFERENCES } from '#contract/records/preferences.ts'
import { FLEET_API, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'

const backend = withBackend()
const PATH = `/api/v2/${savePreferences.path}`
const MINE = {
  language: 'hi',
  distance: 'mi',
  volume: 'usGallon',
  economy: 'usMpg',
  dashboard: null,
} as const

const logIn = async (name: string, role: 'MANAGER' | 'CSSUPPORT') => {
  const company = role === 'MANAGER' ? (await addCompany(backend.database.db)).id : null
  const userId = await backend.addUser(name, role, company)
  return { userId, token: (await backend.logIn(name)).token }
}

test('CST-06 a user has the units of the specification until others are chosen, which are kept for that user alone', async () => {
  const [{ token }, other] = [await logIn('asha', 'MANAGER'), await logIn('ravi', 'MANAGER')]
  const read = (by: string) => backend.ask('GET', PATH, { token: by })
  expect(await read(token)).toMatchObject({ status: 200, body: DEFAULT_PREFERENCES })
  expect(await backend.ask('PUT', PATH, { token, body: MINE })).toMatchObject({ status: 200, body: MINE })
  expect((await read(token)).body).toEqual(MINE)
  expect((await read(other.token)).body).toEqual(DEFAULT_PREFERENCES)
  const changed = { ...MINE, language: null }
  await backend.ask('PUT', PATH, { token, body: changed })
  expect((await read(token)).body).toEqual(changed)
})

test.each([
  ['traverser', { language: '../hi' }],
  ['talker', { language: 'x'.repeat(36) }],
  ...['hi-zz-zz', 'hi-a1', 'ta-1a', 'en-u', 'hi--in', 'hi\0'].map((language, at): [string, object] => [
    `speaker${at}`,
    { language },
  ]),
  ['rider', { distance: 'furlong' }],
  ['taster', { volume: null }],
  ['saver', { economy: undefined }],
])('preferences of a %s with %j are refused and change nothing', async (name, part) => {
  const { token } = await logIn(name, 'MANAGER')
  const refused = await backend.ask('PUT', PATH, { token, body: { ...MINE, ...part } })
  expect(refused).toMatchObject({ status: 400 })
  expect((await backend.ask('GET', PATH, { token })).body).toEqual(DEFAULT_PREFERENCES)
})

test('AC-14 support that acts for a user reads and changes its own', async () => {
  const [support, target] = [await logIn('helper', 'CSSUPPORT'), await logIn('target', 'MANAGER')]
  await backend.ask('PUT', PATH, { token: target.token, body: MINE })
  const body = { userId: target.userId, role: 'MANAGER', reason: 'A call' }
  await backend.ask('POST', `${FLEET_API}/beginActing`, { token: support.token, body })
  const headers = { requestedUserId: String(target.userId), requestedRole: 'MANAGER' }
  const read = await backend.ask('GET', PATH, { token: support.token, headers })
  expect(read).toMatchObject({ status: 200, body: DEFAULT_PREFERENCES })
})

test('what another release has stored and this one does not know reads as the default', async () => {
  const { token, userId } = await logIn('later', 'MANAGER')
  await backend.database.db
    .insertInto('user_preference')
    .values({ user_id: userId, language: 'ta', distance: 'league', volume: 'litre', economy: 'kmpl' })
    .execute()
  expect((await backend.ask('GET', PATH, { token })).body).toEqual(DEFAULT_PREFERENCES)
})

test('a stored language that is none costs the language alone', async () => {
  const { token, userId } = await logIn('former', 'MANAGER')
  const stored = { ...MINE, language: 'hi-zz-zz', dashboard: null }
  await backend.database.db
    .insertInto('user_preference')
    .values({ user_id: userId, ...stored })
    .execute()
  expect((await backend.ask('GET', PATH, { token })).body).toEqual({ ...stored, language: null })
})

const LAYOUT = { shown: ['SPEED_BAND', 'MILAGE_DAILY'], hidden: ['FLEET_INSIGHTS'] }

test('DSH-01 the widgets of the dashboard are kept for a user, and a release that does not know one keeps the rest', async () => {
  const { token, userId } = await logIn('arranger', 'MANAGER')
  const mine = { ...MINE, dashboard: LAYOUT }
  expect(await backend.ask('PUT', PATH, { token, body: mine })).toMatchObject({ status: 200, body: mine })
  expect((await backend.ask('GET', PATH, { token })).body).toEqual(mine)
  const later = JSON.stringify({ shown: ['SOMETHING_NEW'], hidden: [] })
  await backend.database.db
    .updateTable('user_preference')
    .set({ dashboard: later })
    .where('user_id', '=', userId)
    .execute()
  expect((await backend.ask('GET', PATH, { token })).body).toEqual({ ...MINE, dashboard: null })
})

test.each([
  ['an unknown widget', { shown: ['MILEAGE'], hidden: [] }],
  ['a widget twice', { shown: ['SPEED_BAND'], hidden: ['SPEED_BAND'] }],
  ['too many', { shown: Array.from({ length: 1000 }, () => 'SPEED_BAND'), hidden: [] }],
])('DSH-01 a layout with %s is refused and changes nothing', async (_, dashboard) => {
  const { token } = await logIn(`refused ${_}`.replaceAll(' ', ''), 'MANAGER')
  const refused = await backend.ask('PUT', PATH, { token, body: { ...MINE, dashboard } })
  expect(refused).toMatchObject({ status: 400 })
  expect((await backend.ask('GET', PATH, { token })).body).toEqual(DEFAULT_PREFERENCES)
})
