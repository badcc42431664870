import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { ROLES } from '#contract/roles.ts'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import { createIdentityLinks } from '../identity/identity-links.repository.ts'
import { createPasswords } from '../identity/passwords.ts'
import { createUserRepository } from '../identity/users.repository.ts'
import { createPasswordRepository } from '../session/passwords.repository.ts'
import { BadArguments, runCommand, withDatabase } from './command.ts'
import {
  addUser,
  disableUser,
  enableUser,
  listUsers,
  setPassword,
  setUser,
  unlinkUser,
} from './user-commands.ts'

const COMMANDS = ['add', 'set', 'password', 'enable', 'disable', 'unlink', 'list'] as const

/** The options of each command. */
const OPTIONS: Readonly<Record<(typeof COMMANDS)[number], readonly string[]>> = {
  add: ['role', 'company', 'email', 'first-name', 'password'],
  set: ['role', 'email', 'first-name'],
  password: ['password'],
  enable: ['password'],
  disable: [],
  unlink: [],
  list: [],
}

const USAGE = `Usage:
  npm run user -- add NAME --role ROLE [--company COMPANY] [--email EMAIL] [--first-name NAME] [--password PASSWORD]
  npm run user -- set NAME [--role ROLE] [--email EMAIL] [--first-name NAME]
  npm run user -- password NAME [--password PASSWORD]
  npm run user -- enable NAME [--password PASSWORD]
  npm run user -- disable NAME
  npm run user -- unlink NAME
  npm run user -- list

Without --password it is read from the terminal, or from the first line of the input; to enable a user only where the demo
made them, since everybody knows the demo's password. It needs at least ${PASSWORD_LENGTH.min}
characters, among them a lowercase letter, an uppercase letter and a digit. With an e-mail address a user can reset a
forgotten password; --email '' removes it. The first single sign-on links a user to one at the identity
provider; unlink forgets that, and the next one with the same e-mail address is linked.
Roles: ${ROLES.join(', ')}`

/** Reads a password from the terminal without echoing it, or the first line of piped input. */
const promptPassword = async (): Promise<string> => {
  if (process.stdin.isTTY) process.stdout.write('Password: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    if (process.stdin.isTTY) process.stdout.write('\n')
  }
}

await runCommand(USAGE, async (args) => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      role: { type: 'string' },
      company: { type: 'string' },
      email: { type: 'string' },
      password: { type: 'string' },
      'first-name': { type: 'string' },
    },
  })
  const [given, name] = positionals
  const command = COMMANDS.find((known) => known === given)
  if (command === undefined)
    throw new BadArguments(given === undefined ? 'Say what to do.' : `There is no command '${given}'.`)
  if (command !== 'list' && name === undefined) throw new BadArguments(`Name the user to ${command}.`)
  const surplus = positionals.slice(command === 'list' ? 1 : 2)
  if (surplus.length > 0) throw new BadArguments(`Too many arguments: '${surplus.join(' ')}'.`)
  const unused = Object.keys(values).filter((option) => !OPTIONS[command].includes(option))
  if (unused.length > 0) throw new BadArguments(`'${command}' has no option --${unused.join(', --')}.`)
  if (values['first-name']?.trim() === '') throw new BadArguments('--first-name needs a name.')
  if (command === 'set' && Object.keys(values).length === 0)
    throw new BadArguments('Say what to set: --role, --email or --first-name.')

  const password = async () => values.password ?? (await promptPassword())
  const details = { role: values.role, email: values.email, firstName: values['first-name'] }
  const done = await withDatabase(async ({ db }) => {
    const users = createUserRepository({ db })
    if (command === 'list' || name === undefined) return listUsers(users)
    if (command === 'disable') return disableUser(users, name)
    if (command === 'unlink') return unlinkUser(users, createIdentityLinks({ db }), name)
    if (command === 'set') return setUser(users, name, details)
    const { hash } = await createPasswords()
    if (command === 'add')
      return addUser(users, { ...details, name, company: values.company, password, hash })
    const now = Date.now
    const passwords = createPasswordRepository({ db })
    if (command === 'enable') {
      const newPassword = async (isNeeded: boolean) => (isNeeded ? password() : values.password)
      return enableUser(users, passwords, { name, newPassword, hash, now })
    }
    return setPassword(users, passwords, { name, password, hash, now })
  })
  console.log(done)
  return 0
})
