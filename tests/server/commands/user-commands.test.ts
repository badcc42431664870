import { describe, expect, test } from 'vitest'
import { addUser, disableUser, listUsers } from '#server/commands/user-commands.ts'
import { createPasswords } from '#server/identity/passwords.ts'
import { createUserRepository } from '#server/identity/users.repository.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()
const users = () => createUserRepository({ db: database.db })

const add = async (name: string, options: { role?: string; company?: string; password?: string } = {}) => {
  const { hash } = await createPasswords()
  return addUser(users(), {
    name,
    role: options.role,
    company: options.company,
    firstName: undefined,
    password: async () => options.password ?? 'long enough',
    hash,
  })
}

describe('npm run user', () => {
  test('adds the first user of a new company, then another to the same', async () => {
    expect(await add('Asha', { role: 'CUSTOMERADMIN', company: 'Deccan Haul' })).toBe(
      'Added asha, CUSTOMERADMIN of the new company Deccan Haul.',
    )
    expect(await add('charu', { role: 'configmanager', company: 'deccan haul' })).toBe(
      'Added charu, CONFIG MANAGER of Deccan Haul.',
    )
    expect(await add('ravi', { role: 'ROOTADMIN' })).toBe('Added ravi, ROOTADMIN.')
    expect(await listUsers(users())).toBe(
      'asha\tCUSTOMERADMIN\tDeccan Haul\ncharu\tCONFIG MANAGER\tDeccan Haul\nravi\tROOTADMIN\t-',
    )
    const stored = await database.db.selectFrom('app_user').select('password_hash').execute()
    expect(JSON.stringify(stored)).not.toContain('long enough')
  })

  test.each([
    ['a b', { role: 'ROOTADMIN' }, 'no user name'],
    ['x', {}, '--role is missing'],
    ['x', { role: 'boss' }, 'is no role'],
    ['x', { role: 'MANAGER' }, '--company NAME is missing'],
    ['x', { role: 'SUPPORT', company: 'Deccan Haul' }, 'has no company'],
    ['x', { role: 'SUPPORT', password: 'short' }, 'at least 8'],
    ['ASHA', { role: 'SUPPORT' }, "a user 'asha' already"],
  ])('%j %j is refused with a message', async (name, options, message) => {
    await expect(add(name, options)).rejects.toThrow(message)
  })

  test('disables a user and ends all their logins', async () => {
    const asha = await users().byName('asha')
    await database.db
      .insertInto('refresh_token')
      .values({
        hash: 'h',
        family: 'f',
        user_id: asha?.id ?? 0,
        issued_at: new Date(),
        expires_at: new Date(),
        family_expires_at: new Date(),
      })
      .execute()
    expect(await disableUser(users(), 'Asha')).toBe('Disabled asha.')
    const [token] = await database.db.selectFrom('refresh_token').selectAll().execute()
    expect(token?.revoked_at).not.toBeNull()
    expect(await listUsers(users())).toContain('asha\tCUSTOMERADMIN\tDeccan Haul\tdisabled')
    await expect(disableUser(users(), 'nobody')).rejects.toThrow("no user 'nobody'")
  })
})
