import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { projectDirOf } from './configuration.ts'
import { defaultDataDir } from './db/data-dir.ts'
import { openDatabase } from './db/open-database.ts'
import { createPasswords } from './identity/passwords.ts'
import { createUserRepository } from './repositories/users.ts'
import { addUser, disableUser, listUsers } from './user-commands.ts'

const USAGE = `Usage:
  npm run user -- add NAME --role ROLE [--company COMPANY] [--first-name NAME] [--password PASSWORD]
  npm run user -- list
  npm run user -- disable NAME`

/** Reads a line from the terminal without showing it, or the first line of what is piped in. */
const askPassword = async (): Promise<string> => {
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

const run = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      role: { type: 'string' },
      company: { type: 'string' },
      password: { type: 'string' },
      'first-name': { type: 'string' },
    },
  })
  const [command, name, ...rest] = positionals
  const isKnown = (command === 'list' && !name) || ((command === 'add' || command === 'disable') && name)
  if (!isKnown || rest.length > 0) throw new Error(USAGE)

  const dataDir = defaultDataDir({
    projectDir: projectDirOf(process.env),
    uid: process.getuid?.(),
    env: process.env,
  })
  const database = await openDatabase({ dataDir, databaseUrl: process.env['DATABASE_URL'], attach: true })
  try {
    const users = createUserRepository({ db: database.db })
    if (command === 'list') console.log(await listUsers(users))
    if (command === 'disable' && name) console.log(await disableUser(users, name))
    if (command === 'add' && name)
      console.log(
        await addUser(users, {
          name,
          role: values.role,
          company: values.company,
          firstName: values['first-name'],
          password: async () => values.password ?? (await askPassword()),
          hash: (await createPasswords()).hash,
        }),
      )
  } finally {
    await database.close()
  }
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
