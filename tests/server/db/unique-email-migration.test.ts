import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { up } from '#server/db/migrations/0017-unique-email.ts'
import { createIdentityLinks } from '#server/identity/identity-links.repository.ts'
import { createUserRepository } from '#server/identity/users.repository.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()

test('an address that several have stays with the oldest who may log in, and is kept with the others until they have one of their own', async () => {
  const { db } = database
  await sql`drop index app_user_email_key`.execute(db)
  await sql`alter table app_user drop column duplicate_email`.execute(db)
  const rows: ReadonlyArray<readonly [name: string, email: string | null, disabledAt?: Date]> = [
    ['gone', 'shared@fleet.example', new Date()],
    ['oldest', 'Shared@Fleet.example'],
    ['younger', 'shared@fleet.example'],
    ['former', 'left@fleet.example', new Date()],
    ['latter', 'LEFT@fleet.example', new Date()],
    ['alone', 'alone@fleet.example'],
    ['nobody', null],
    ['no one', null],
  ]
  await db
    .insertInto('app_user')
    .values(
      rows.map(([user_name, email, disabled_at = null]) => {
        const user = { first_name: 'A', roles: '["SUPPORT"]', password_hash: '' }
        return Object.assign(user, { user_name, email, disabled_at })
      }),
    )
    .execute()
  await up(db as never)

  const users = createUserRepository({ db })
  const addresses = async () =>
    Object.fromEntries(
      (await users.list()).map(({ user_name, email, duplicate_email }) => [
        user_name,
        duplicate_email === null ? email : `was ${duplicate_email}`,
      ]),
    )
  expect(await addresses()).toEqual({
    gone: 'was shared@fleet.example',
    oldest: 'Shared@Fleet.example',
    younger: 'was shared@fleet.example',
    former: 'left@fleet.example',
    latter: 'was LEFT@fleet.example',
    alone: 'alone@fleet.example',
    nobody: null,
    'no one': null,
  })
  expect(await users.withDuplicateEmail()).toEqual(['gone', 'latter', 'younger'])

  const oldest = await users.byName('oldest')
  const person = { issuer: 'https://id.example', subject: '1', isEmailVerified: true }
  const links = createIdentityLinks({ db })
  expect(await links.userOf({ ...person, email: 'shared@fleet.example' }, Date.now())).toBe(oldest?.id)

  const younger = await users.byName('younger')
  await users.change(younger?.id ?? 0, { firstName: 'Y' })
  expect(await users.withDuplicateEmail()).toContain('younger')
  await users.change(younger?.id ?? 0, { email: 'younger@fleet.example' })
  expect(await addresses()).toMatchObject({ younger: 'younger@fleet.example' })
  const latter = await users.byName('latter')
  await users.change(latter?.id ?? 0, { email: null })
  expect(await users.withDuplicateEmail()).toEqual(['gone'])
})
