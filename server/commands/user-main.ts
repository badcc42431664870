import { parseArgs } from 'node:util'
import { ROLES } from '#contract/roles.ts'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import { createIdentityLinks } from '../identity/identity-links.repository.ts'
import { createPasswords } from '../identity/passwords.ts'
import { createUserRepository } from '../identity/users.repository.ts'
import { createPasswordRepository } from '../session/passwords.repository.ts'
import { chosenCompany, terminalConfirm } from './chosen-company.ts'
import { BadArguments, runCommand, withDatabase } from './command.ts'
import { readAnswer } from './terminal.ts'
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
  add: ['role', 'company', 'new-company', 'email', 'first-name', 'password'],
  set: ['role', 'email', 'mobile', 'first-name'],
  password: ['password'],
  enable: ['password'],
  disable: [],
  unlink: [],
  list: [],
}

const USAGE = `Usage:
  npm run user -- add NAME --role ROLE [--company COMPANY] [--new-company] [--email EMAIL] [--first-name NAME]
                      [--password PASSWORD]
  npm run user -- set NAME [--role ROLE] [--email EMAIL] [--mobile NUMBER] [--first-name NAME]
  npm run user -- password NAME [--password PASSWORD]
  npm run user -- enable NAME [--password PASSWORD]
  npm run user -- disable NAME
  npm run user -- unlink NAME
  npm run user -- list

COMPANY is the company's name or number. --new-company adds the company if there is none of that name; without it a
terminal is asked, except for the first company of all.
Without --password it is read from the terminal, or from the first line of the input; to enable a user only where the demo
made them, since everybody knows the demo's password. It needs at least ${PASSWORD_LENGTH.min}
characters, among them a lowercase letter, an uppercase letter and a digit. With an e-mail address a user can reset a
forgotten password; --email '' removes it. --mobile is where SMS go; --mobile '' removes it. The first single sign-on links a user to one at the identity
provider; unlink forgets that, and the next one with the same e-mail address is linked.
Roles: ${ROLES.join(', ')}`

await runCommand(USAGE, async (args) => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      role: { type: 'string' },
      company: { type: 'string' },
      'new-company': { type: 'boolean' },
      email: { type: 'string' },
      mobile: { type: 'string' },
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
    throw new BadArguments('Say what to set: --role, --email, --mobile or --first-name.')

  const password = async () =>
    values.password ?? (await readAnswer('Password: ', { output: process.stdout, isHidden: true }))
  const details = { role: values.role, email: values.email, firstName: values['first-name'] }
  const done = await withDatabase(async ({ db }) => {
    const users = createUserRepository({ db })
    if (command === 'list' || name === undefined) return listUsers(users)
    if (command === 'disable') return disableUser(users, name)
    if (command === 'unlink') return unlinkUser(users, createIdentityLinks({ db }), name)
    if (command === 'set') return setUser(users, name, { ...details, mobile: values.mobile })
    const { hash } = await createPasswords()
    if (command === 'add') {
      const chooseCompany = (wanted: string) =>
        chosenCompany(db, {
          wanted,
          isNewAllowed: values['new-company'] ?? false,
          confirm: terminalConfirm(),
        })
      return addUser(users, { ...details, name, company: values.company, chooseCompany, password, hash })
    }
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
