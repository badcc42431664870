import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { SupportChange } from '#contract/records/support-changes.ts'
import type { Role } from '#contract/roles.ts'
import { FLEET_API, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'

const backend = withBackend()
const PREFERENCE = `${FLEET_API}/setUserAlertPreference`
const [MINE, THEIRS] = ['Ticket 1 of my company', 'Ticket 2 of the other company']
const ids: Record<string, number> = {}
let port = 0
let support = ''

beforeAll(async () => {
  const [mine, theirs] = [await addCompany(backend.database.db), await addCompany(backend.database.db)]
  ids['admin'] = await backend.addUser('admin', 'CUSTOMERADMIN', mine.id)
  ids['other'] = await backend.addUser('other', 'CUSTOMERADMIN', theirs.id)
  ids['helper'] = await backend.addUser('helper', 'CSSUPPORT', null)
  port = Number(new URL(await backend.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
beforeEach(async () => {
  backend.setLead(0)
  support = (await backend.logIn('helper')).token
  await begin('admin', MINE)
})

const begin = async (name: string, reason: string): Promise<void> => {
  const body = { userId: ids[name], role: 'CUSTOMERADMIN' satisfies Role, reason }
  const { status } = await backend.ask('POST', `${FLEET_API}/beginActing`, { token: support, body })
  expect(status).toBe(200)
}
const end = () => backend.ask('POST', `${FLEET_API}/endActing`, { token: support, body: {} })
const acting = () => ({ requestedUserId: String(ids['admin']), requestedRole: 'CUSTOMERADMIN' })
const idleMail = async (): Promise<unknown> => {
  const { token } = await backend.logIn('admin')
  const { body } = await backend.ask('GET', `${FLEET_API}/getUserAlertPreference`, { token })
  return (body as { idleEmail?: unknown }).idleEmail
}
const lastChange = async (): Promise<SupportChange | undefined> => {
  const { token } = await backend.logIn('admin')
  const { body } = await backend.ask('GET', `${FLEET_API}/supportChanges`, { token })
  return (body as { changes: SupportChange[] }).changes[0]
}

/** Sends the head of a request, does something when the server has it, and then sends its body. Returns the answer. */
const sendSlowly = async (
  token: string,
  headers: Readonly<Record<string, string>>,
  meanwhile: () => Promise<unknown>,
): Promise<{ status: number; text: string }> => {
  const body = JSON.stringify({ idleEmail: true })
  const head = {
    ...{ host: '127.0.0.1', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...{ 'content-length': String(body.length), expect: '100-continue', connection: 'close', ...headers },
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  socket.write(`POST ${PREFERENCE} HTTP/1.1\r\n${lines.join('')}\r\n`)
  // The server answers the head, and its hooks have checked it before the next question is answered.
  await once(socket, 'data')
  await backend.ask('GET', `${FLEET_API}/getUserAlertPreference`, { token, headers: { ...headers } })
  await meanwhile()
  text = ''
  socket.write(body)
  await once(socket, 'close')
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }
}

test('AC-14 a change whose body comes in the period is made, and the company reads why', async () => {
  const answer = await sendSlowly(support, acting(), async () => {})
  expect([answer.status, await idleMail()], answer.text).toEqual([200, true])
  expect(await lastChange()).toMatchObject({ call: 'setUserAlertPreference', reason: MINE })
})

const ENDS: Readonly<Record<string, { during: () => Promise<unknown>; answer: [number, string] }>> = {
  'support has ended to act': { during: end, answer: [403, 'actingEnded'] },
  'support acts for a user of another company': {
    during: () => begin('other', THEIRS),
    answer: [403, 'actingEnded'],
  },
  'the period is over': {
    during: async () => backend.setLead(31 * 60_000),
    // Its token has ended before.
    answer: [401, 'unauthenticated'],
  },
  'support has logged out': {
    during: () => backend.ask('POST', '/api/v2/logout', { token: support }),
    answer: [401, 'unauthenticated'],
  },
}

test.each(Object.entries(ENDS))(
  'AC-14 nothing is changed by a body that comes when %s',
  async (_name, { during, answer }) => {
    const before = await lastChange()
    const { status, text } = await sendSlowly(support, acting(), during)
    expect(status, text).toBe(answer[0])
    expect(text).toContain(answer[1])
    backend.setLead(0)
    const after = await lastChange()
    expect(after?.call).toBe('beginActing')
    expect([before?.reason, after?.reason]).toEqual([MINE, MINE])
  },
)

test('AC-14 nothing is changed by a body that comes when its user has been disabled', async () => {
  const company = await addCompany(backend.database.db)
  const userId = await backend.addUser('leaver', 'CUSTOMERADMIN', company.id)
  const { token } = await backend.logIn('leaver')
  const { status } = await sendSlowly(token, {}, async () => {
    await backend.database.db
      .updateTable('app_user')
      .set({ disabled_at: new Date() })
      .where('id', '=', userId)
      .execute()
    backend.setLead(2_000)
  })
  expect(status).toBe(401)
  const stored = await backend.database.db
    .selectFrom('alert_preference')
    .selectAll()
    .where('user_id', '=', userId)
    .execute()
  expect(stored).toEqual([])
})

test('AC-15 a request is logged once, however often its rights are looked at', async () => {
  const rows = () =>
    backend.database.db
      .selectFrom('acting_audit')
      .selectAll()
      .where('call_id', '=', 'setUserAlertPreference')
      .execute()
  const before = (await rows()).length
  await sendSlowly(support, acting(), async () => {})
  expect((await rows()).length).toBe(before + 1)
})
