import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { createPasswords } from '../identity/passwords.ts'
import { createUserRepository } from '../identity/users.repository.ts'
import { BadArguments, runCommand, withDatabase } from './command.ts'
import { addUser, disableUser, listUsers } from './user-commands.ts'

const USAGE = `Usage:
  npm run user -- add NAME --role ROLE [--company COMPANY] [--first-name NAME] [--password PASSWORD]
  npm run user -- list
  npm run user -- disable NAME`

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
      password: { type: 'string' },
      'first-name': { type: 'string' },
    },
  })
  const [command, name] = positionals
  if (command !== 'list' && command !== 'add' && command !== 'disable')
    throw new BadArguments(command === undefined ? 'Say what to do.' : `There is no command '${command}'.`)
  if (command !== 'list' && name === undefined) throw new BadArguments(`Name the user to ${command}.`)
  const surplus = positionals.slice(command === 'list' ? 1 : 2)
  if (surplus.length > 0) throw new BadArguments(`Too many arguments: '${surplus.join(' ')}'.`)

  const done = await withDatabase(async ({ db }) => {
    const users = createUserRepository({ db })
    if (command === 'list' || name === undefined) return listUsers(users)
    if (command === 'disable') return disableUser(users, name)
    return addUser(users, {
      name,
      role: values.role,
      company: values.company,
      firstName: values['first-name'],
      password: async () => values.password ?? (await promptPassword()),
      hash: (await createPasswords()).hash,
    })
  })
  console.log(done)
  return 0
})
