import { beforeAll, describe, expect, test } from 'vitest'
import { ROLES, type Role } from '#contract/roles.ts'
import { FLEET_API, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'

const SERVERS = {
  'no mail server': withBackend(),
  'a mail server': withBackend({ smtp: () => ({ url: 'smtp://127.0.0.1:9', from: 'a@b.example' }) }),
} as const
const LINK = 'https://fleet.example/reset-password#abc'

const STAFF: readonly Role[] = ['ROOTADMIN', 'SUPERADMIN', 'CSSUPPORT', 'ANALYTICSUSER', 'SUPPORT']
/** Whose mails each role that may open the outbox reads. */
const READ_BY: ReadonlyArray<[Role, readonly Role[]]> = [
  ['ROOTADMIN', ROLES.filter((role) => role !== 'ROOTADMIN')],
  ['SUPERADMIN', ROLES.filter((role) => role !== 'ROOTADMIN' && role !== 'SUPERADMIN')],
]

describe.each(Object.entries(SERVERS))('the outbox with %s', (name, backend) => {
  const ids = new Map<string, number>()
  const userOf = (role: Role, which: string) => `${role.replace(' ', '')}-${which}`.toLowerCase()
  const addMail = async (userId: number | null, recipient: string) => {
    const { id } = await backend.database.db
      .insertInto('mail')
      .values({
        user_id: userId,
        recipient,
        subject: 'S',
        body: `Go to\n\n${LINK}\n\nnow`,
        sent_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(recipient, id)
  }

  beforeAll(async () => {
    const { id: company } = await addCompany(backend.database.db)
    for (const role of ROLES)
      for (const which of ['reader', 'other']) {
        const user = userOf(role, which)
        await addMail(await backend.addUser(user, role, STAFF.includes(role) ? null : company), user)
      }
    await addMail(null, 'unknown')
  })

  test.each(READ_BY)('%s reads mails to users of lower roles, never their own', async (reader, roles) => {
    const { token } = await backend.logIn(userOf(reader, 'reader'))
    const readable = roles.flatMap((role) => [userOf(role, 'reader'), userOf(role, 'other')])
    const { body } = await backend.ask('GET', `${FLEET_API}/mailOutbox`, { token })
    const listed = (body as { mails: { recipient: string }[] }).mails.map(({ recipient }) => recipient)
    expect(listed.sort()).toEqual([...readable].sort())
    for (const [recipient, id] of ids) {
      const mail = await backend.ask('GET', `${FLEET_API}/mailOutbox/${id}`, { token })
      if (readable.includes(recipient)) {
        const shown = name === 'a mail server' ? '[link hidden]' : LINK
        expect(mail).toMatchObject({ status: 200, body: { mailText: `Go to\n\n${shown}\n\nnow` } })
      } else expect(mail).toMatchObject({ status: 404 })
    }
  })

  test.each(ROLES.filter((role) => !READ_BY.some(([reader]) => reader === role)))(
    '%s does not open it',
    async (role) => {
      const { token } = await backend.logIn(userOf(role, 'reader'))
      expect((await backend.ask('GET', `${FLEET_API}/mailOutbox`, { token })).status).toBe(403)
    },
  )
})

test('a mail stays unreadable for a reader whom its recipient has come to equal', async () => {
  const backend = SERVERS['no mail server']
  const { token } = await backend.logIn('superadmin-reader')
  const { db } = backend.database
  const mail = await db
    .selectFrom('mail')
    .select(['id', 'user_id'])
    .where('recipient', '=', 'support-other')
    .executeTakeFirstOrThrow()
  const read = () => backend.ask('GET', `${FLEET_API}/mailOutbox/${mail.id}`, { token })
  expect((await read()).status).toBe(200)
  await db.updateTable('app_user').set({ roles: '["SUPERADMIN"]' }).where('id', '=', mail.user_id).execute()
  expect((await read()).status).toBe(404)
})
