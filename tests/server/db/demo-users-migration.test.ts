import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { up } from '#server/db/migrations/0013-demo-users.ts'
import { createPasswords } from '#server/identity/passwords.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()

test('the users of an earlier demo are marked, except one whose password was changed', async () => {
  const { db } = database
  await sql`alter table app_user drop column demo_login`.execute(db)
  const { hash } = await createPasswords()
  const demos = await hash('roadbook')
  const own = await hash('My 0wn one')
  const users = [
    { user_name: 'rootadmin', password_hash: demos },
    { user_name: 'customer', password_hash: demos },
    { user_name: 'superadmin', password_hash: own },
    { user_name: 'asha', password_hash: own },
    { user_name: 'support', password_hash: '$unreadable' },
  ]
  await db
    .insertInto('app_user')
    .values(users.map((user) => Object.assign(user, { first_name: 'A', roles: '["SUPPORT"]' })))
    .execute()
  await up(db as never)
  const marked = await db
    .selectFrom('app_user')
    .select('user_name')
    .where('demo_login', '=', 'on')
    .orderBy('user_name')
    .execute()
  expect(marked.map(({ user_name }) => user_name)).toEqual(['customer', 'rootadmin', 'support'])
})
