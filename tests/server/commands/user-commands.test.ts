import { beforeAll, describe, expect, test } from 'vitest'
import { chosenCompany } from '#server/commands/chosen-company.ts'
import {
  addUser,
  disableUser,
  enableUser,
  listUsers,
  setPassword,
  setUser,
} from '#server/commands/user-commands.ts'
import { createPasswords } from '#server/identity/passwords.ts'
import { createUserRepository } from '#server/identity/users.repository.ts'
import { createPasswordRepository } from '#server/session/passwords.repository.ts'
import { createDemoUsers } from '#server/simulator/demo/demo-users.repository.ts'
import { runOnTerminal, runProgram } from '#tests/kit/server/command-programs.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()
const users = () => createUserRepository({ db: database.db })

const add = async (
  name: string,
  options: {
    role?: string
    company?: string
    isNewAllowed?: boolean
    password?: string
    email?: string
    hash?: (password: string) => Promise<string>
  } = {},
) => {
  const { hash } = await createPasswords()
  return addUser(users(), {
    name,
    role: options.role,
    company: options.company,
    chooseCompany: (wanted) =>
      chosenCompany(database.db, {
        wanted,
        isNewAllowed: options.isNewAllowed ?? false,
        confirm: null,
      }),
    firstName: undefined,
    email: options.email,
    password: async () => options.password ?? 'Long enough 1',
    hash: options.hash ?? hash,
  })
}

describe('npm run user', () => {
  test('adds the first user of a new company, then another to the same', async () => {
    await expect(add('Asha', { role: 'CUSTOMERADMIN', company: '3' })).rejects.toThrow('not only digits')
    expect(await add('Asha', { role: 'CUSTOMERADMIN', company: 'Deccan Haul' })).toBe(
      'Added asha, CUSTOMERADMIN of the new company Deccan Haul.',
    )
    expect(await add('charu', { role: 'configmanager', company: 'deccan haul' })).toBe(
      'Added charu, CONFIG MANAGER of Deccan Haul.',
    )
    expect(await add('ravi', { role: 'ROOTADMIN', email: 'ravi@fleet.example' })).toBe(
      'Added ravi, ROOTADMIN.',
    )
    expect(await listUsers(users())).toBe(
      'asha\tCUSTOMERADMIN\tDeccan Haul\t-\ncharu\tCONFIG MANAGER\tDeccan Haul\t-\nravi\tROOTADMIN\t-\travi@fleet.example',
    )
    const stored = await database.db.selectFrom('app_user').select('password_hash').execute()
    expect(JSON.stringify(stored)).not.toContain('Long enough 1')
  })

  test.each([
    ['a b', { role: 'ROOTADMIN' }, 'no user name'],
    ['x', {}, '--role is missing'],
    ['x', { role: 'boss' }, 'is no role'],
    ['x', { role: 'MANAGER' }, '--company NAME is missing'],
    ['x', { role: 'SUPPORT', company: 'Deccan Haul' }, 'has no company'],
    ['x', { role: 'SUPPORT', password: 'Short1' }, 'at least 8'],
    ['x', { role: 'SUPPORT', password: 'long enough 1' }, 'an uppercase letter'],
    ['x', { role: 'SUPPORT', password: 'Long enough' }, 'a digit'],
    ['x', { role: 'SUPPORT', email: 'nobody' }, 'no e-mail address'],
    ['x', { role: 'SUPPORT', email: 'RAVI@fleet.example' }, 'Another user has the e-mail address'],
    ['ASHA', { role: 'SUPPORT' }, "a user 'asha' already"],
    ['x', { role: 'MANAGER', company: 'Decan Haul' }, 'repeat the command with --new-company'],
    ['x', { role: 'MANAGER', company: '4711', isNewAllowed: true }, "There is no company '4711'"],
    ['x', { role: 'MANAGER', company: 'A'.repeat(201), isNewAllowed: true }, 'use 1 to 200 characters'],
    ['x', { role: 'MANAGER', company: 'New haul', isNewAllowed: true, password: 'Short1' }, 'at least 8'],
  ])('%j %j is refused with a message, and adds nothing', async (name, options, message) => {
    await expect(add(name, options)).rejects.toThrow(message)
    expect((await users().list()).map(({ user_name }) => user_name)).toEqual(['asha', 'charu', 'ravi'])
    expect((await users().companies()).map((company) => company.name)).toEqual(['Deccan Haul'])
  })

  test('a company is named by its number as well', async () => {
    const [deccan] = await users().companies()
    expect(await add('tara', { role: 'MANAGER', company: String(deccan?.id) })).toBe(
      'Added tara, MANAGER of Deccan Haul.',
    )
    await database.db.deleteFrom('app_user').where('user_name', '=', 'tara').execute()
  })

  test('of two commands that add a user at once one is refused, and leaves no company', async () => {
    const { hash } = await createPasswords()
    // Neither goes on before both have looked for the other.
    let arrive = () => {}
    const both = new Promise<void>((resolve) => {
      let missing = 2
      arrive = () => {
        missing -= 1
        if (missing === 0) resolve()
      }
    })
    const late = async (password: string) => {
      arrive()
      await both
      return hash(password)
    }
    const race = (name: string, options: { company: string; email?: string }) =>
      add(name, { ...options, role: 'MANAGER', isNewAllowed: true, hash: late }).catch(
        (error: Error) => error.message,
      )
    const outcomes = await Promise.all([
      race('one', { company: 'First haul', email: 'both@fleet.example' }),
      race('two', { company: 'Second haul', email: 'Both@Fleet.example' }),
    ])
    const [added, refused] = outcomes.toSorted(
      (a, b) => Number(b.startsWith('Added')) - Number(a.startsWith('Added')),
    )
    expect(added).toMatch(/^Added (one|two), MANAGER of the new company (First|Second) haul\.$/)
    expect(refused).toBe('Another user has this e-mail address. Each user needs one of their own.')
    const named = (await users().companies()).map((company) => company.name)
    expect(named).toEqual(['Deccan Haul', added?.includes('First') ? 'First haul' : 'Second haul'])
    await database.db.deleteFrom('app_user').where('email', 'ilike', 'both@%').execute()
    await database.db.deleteFrom('company').where('name', 'like', '% haul').execute()
  })

  const logIn = async (name: string, hash: string) => {
    const user = await users().byName(name)
    const time = new Date()
    const times = { issued_at: time, expires_at: time, family_expires_at: time }
    await database.db
      .insertInto('refresh_token')
      .values({ hash, family: hash, user_id: user?.id ?? 0, ...times })
      .execute()
  }
  const isRevoked = async (hash: string) => {
    const token = await database.db
      .selectFrom('refresh_token')
      .select('revoked_at')
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow()
    return token.revoked_at !== null
  }

  const enable = async (name: string, password = 'Long enough 2') => {
    const { hash } = await createPasswords()
    const newPassword = async (isNeeded: boolean) => (isNeeded ? password : undefined)
    const stored = createPasswordRepository({ db: database.db })
    return enableUser(users(), stored, { name, newPassword, hash, now: Date.now })
  }

  test('disables a user and ends all their logins, and enables them again', async () => {
    await logIn('asha', 'h')
    expect(await disableUser(users(), 'Asha')).toBe('Disabled asha.')
    expect(await isRevoked('h')).toBe(true)
    expect(await listUsers(users())).toContain('asha\tCUSTOMERADMIN\tDeccan Haul\t-\tdisabled')
    expect(await enable('Asha')).toBe('Enabled asha.')
    expect(await listUsers(users())).not.toContain('disabled')
    await expect(disableUser(users(), 'nobody')).rejects.toThrow("no user 'nobody'")
    await expect(enable('nobody')).rejects.toThrow("no user 'nobody'")
  })

  test('a demo user whom an administrator disables after DEMO=off stays disabled when the demo starts again', async () => {
    await add('tried', { role: 'SUPPORT' })
    const demo = { demo_login: 'on' } as const
    await database.db.updateTable('app_user').set(demo).where('user_name', '=', 'tried').execute()
    const demoUsers = createDemoUsers({ db: database.db })
    expect(await demoUsers.disable()).toEqual(['tried'])
    await demoUsers.enable()
    expect(await demoUsers.enabled()).toEqual(['tried'])
    await demoUsers.disable()
    await disableUser(users(), 'tried')
    await demoUsers.enable()
    expect(await demoUsers.enabled()).toEqual([])
    await database.db.deleteFrom('app_user').where('user_name', '=', 'tried').execute()
  })

  test('enables a demo user only with a password of their own, and then they are no demo user', async () => {
    await add('tried', { role: 'SUPPORT' })
    const demo = { demo_login: 'off', disabled_at: new Date() } as const
    await database.db.updateTable('app_user').set(demo).where('user_name', '=', 'tried').execute()
    expect(await listUsers(users())).toContain('tried\tSUPPORT\t-\t-\tdisabled\tdemo')
    await expect(enable('tried', 'weak')).rejects.toThrow('too weak')
    expect(await listUsers(users())).toContain('disabled\tdemo')
    expect(await enable('tried', 'My 0wn one')).toContain('Enabled tried. tried has a new password')
    expect(await listUsers(users())).toMatch(/tried\tSUPPORT\t-\t-$/m)
    const { matches } = await createPasswords()
    const { password_hash: hash } = await database.db
      .selectFrom('app_user')
      .select('password_hash')
      .where('user_name', '=', 'tried')
      .executeTakeFirstOrThrow()
    expect(await matches(hash, 'My 0wn one')).toBe(true)
    await database.db.deleteFrom('app_user').where('user_name', '=', 'tried').execute()
  })

  const set = (
    name: string,
    changes: { role?: string; email?: string; mobile?: string; firstName?: string },
  ) =>
    setUser(users(), name, {
      ...{ role: undefined, email: undefined, mobile: undefined, firstName: undefined },
      ...changes,
    })

  test('changes e-mail address, mobile number, first name and role; a new role ends all logins', async () => {
    await logIn('charu', 'before')
    expect(await set('Charu', { email: ' charu@fleet.example', firstName: 'Charulata' })).toBe(
      'Changed charu.',
    )
    const stored = createPasswordRepository({ db: database.db })
    const ownerOf = async (account: string) => (await stored.addRequest(account, Date.now())).userId
    const owner = await ownerOf('CHARU@fleet.example')
    expect(await stored.recipient(owner ?? 0)).toMatchObject({ firstName: 'Charulata' })
    expect(await isRevoked('before')).toBe(false)
    await set('charu', { role: 'manager' })
    expect(await isRevoked('before')).toBe(true)
    expect(await listUsers(users())).toContain('charu\tMANAGER\tDeccan Haul\tcharu@fleet.example')
    await set('charu', { email: 'Charu@fleet.example' })
    await set('charu', { email: '' })
    const mobile = async () => (await users().byName('charu'))?.mobile
    await set('charu', { mobile: ' +91 98000-00001 ' })
    expect(await mobile()).toBe('+919800000001')
    await set('charu', { firstName: 'Charu' })
    expect(await mobile()).toBe('+919800000001')
    await set('charu', { mobile: '' })
    expect(await mobile()).toBeNull()
    expect(await ownerOf('charu@fleet.example')).toBeNull()
  })
  test.each([
    ['nobody', { firstName: 'N' }, "no user 'nobody'"],
    ['charu', { role: 'boss' }, 'is no role'],
    ['charu', { role: 'SUPPORT' }, 'Add another user'],
    ['ravi', { role: 'MANAGER' }, 'Add another user'],
    ['charu', { email: 'ravi@fleet.example' }, 'Another user'],
    ['charu', { mobile: '98 ask me' }, 'is no mobile number'],
  ])('set %s %j is refused with a message', async (name, changes, message) => {
    await expect(set(name, changes)).rejects.toThrow(message)
  })

  test('sets a password by the rule of the portal and ends all logins', async () => {
    const { hash, matches } = await createPasswords()
    const stored = createPasswordRepository({ db: database.db })
    await logIn('charu', 'open')
    const setTo = (name: string, password: string) =>
      setPassword(users(), stored, { name, password: async () => password, hash, now: Date.now })
    await expect(setTo('charu', 'too weak')).rejects.toThrow('an uppercase letter')
    await expect(setTo('nobody', 'Another 1')).rejects.toThrow("no user 'nobody'")
    expect(await isRevoked('open')).toBe(false)
    await setTo('charu', 'Another 1')
    const charu = await users().byName('charu')
    expect(await matches(await stored.passwordHashOf(charu?.id ?? 0), 'Another 1')).toBe(true)
    expect(await isRevoked('open')).toBe(true)
  })
})

test.each([
  [['set', 'x'], 'Say what to set'],
  [['set', 'x', '--first-name', ' '], '--first-name needs a name'],
  [['enable', 'x', '--email', 'a@b.example'], "'enable' has no option --email"],
  [['promote', 'x'], "There is no command 'promote'"],
  [['password'], 'Name the user to password'],
])('npm run user -- %j is refused', async (args, message) => {
  const { code, err } = await runProgram('user', args)
  expect(code).toBe(2)
  expect(err).toContain(message)
})

test('npm run user -- password reads the password from its input', async () => {
  await add('devi', { role: 'SUPPORT' })
  const env = { DATABASE_URL: database.url }
  expect(await runProgram('user', ['password', 'devi'], { env, input: 'From input 1\n' })).toMatchObject({
    code: 0,
  })
  const { matches } = await createPasswords()
  const devi = await users().byName('devi')
  const stored = createPasswordRepository({ db: database.db })
  expect(await matches(await stored.passwordHashOf(devi?.id ?? 0), 'From input 1')).toBe(true)
})

test('npm run user -- password says of a disabled demo user how to enable them', async () => {
  await add('tried', { role: 'SUPPORT' })
  const demo = { demo_login: 'off', disabled_at: new Date() } as const
  await database.db.updateTable('app_user').set(demo).where('user_name', '=', 'tried').execute()
  const env = { DATABASE_URL: database.url }
  const set = await runProgram('user', ['password', 'tried', '--password', 'My 0wn one'], { env })
  expect(set.out).toBe(
    'tried has a new password; all their logins have ended. tried is disabled and cannot log in until: npm run user -- enable tried\n',
  )
  expect(await runProgram('user', ['enable', 'tried'], { env })).toMatchObject({
    code: 0,
    out: 'Enabled tried.\n',
  })
  const again = await runProgram('user', ['password', 'tried', '--password', 'My 0wn two'], { env })
  expect(again.out).toBe('tried has a new password; all their logins have ended.\n')
})

const ENDED = 'The input ended before an answer. Nothing was changed.'
const stored = () => database.db.selectFrom('app_user').selectAll().orderBy('id').execute()

describe('where the input ends before an answer', () => {
  beforeAll(async () => {
    await add('closed', { role: 'SUPPORT' })
    const demo = { demo_login: 'off', disabled_at: new Date() } as const
    await database.db.updateTable('app_user').set(demo).where('user_name', '=', 'closed').execute()
  })
  test.each([
    [['password', 'devi']],
    [['enable', 'closed']],
    [['add', 'new-user', '--role', 'MANAGER', '--company', 'New haul', '--new-company']],
  ])('npm run user -- %j fails and changes nothing where its input ends before a password', async (args) => {
    const before = await stored()
    const companies = await users().companies()
    const { code, err } = await runProgram('user', args, { env: { DATABASE_URL: database.url } })
    expect({ code, err }).toEqual({ code: 1, err: `${ENDED}\n` })
    expect(await stored()).toEqual(before)
    expect(await users().companies()).toEqual(companies)
  })

  test.skipIf(process.platform !== 'linux').each([
    ['a password', ['password', 'devi'], 'Password: '],
    ['a new company', ['add', 'x', '--role', 'MANAGER', '--company', 'New haul'], 'Add it? [y/N] '],
  ])(
    'Ctrl+D and Ctrl+C at the question for %s end the command and change nothing',
    async (_, args, question) => {
      const before = await stored()
      const companies = await users().companies()
      for (const key of ['\x04', '\x03']) {
        const { code, out } = await runOnTerminal('user', args, {
          env: { DATABASE_URL: database.url },
          typed: [[question, key]],
        })
        expect(code).toBe(1)
        expect(out).toContain(ENDED)
      }
      expect(await stored()).toEqual(before)
      expect(await users().companies()).toEqual(companies)
    },
  )

  test.skipIf(process.platform !== 'linux')(
    'on a terminal a company and its user are added after a yes and a password, which is not shown',
    async () => {
      const args = ['add', 'nisha', '--role', 'MANAGER', '--company', 'New haul']
      const typed = [
        ['Add it? [y/N] ', 'y\r'],
        ['Password: ', 'Long enough 1\r'],
      ] as const
      const { code, out } = await runOnTerminal('user', args, { env: { DATABASE_URL: database.url }, typed })
      expect(out).toMatch(/There is no company 'New haul'\. There are: .*Deccan Haul/)
      expect(out).toContain('Added nisha, MANAGER of the new company New haul.')
      expect(out).not.toContain('Long enough 1')
      expect(code).toBe(0)
    },
  )
})
