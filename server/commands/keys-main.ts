import { parseArgs } from 'node:util'
import { DAY_MS } from '#domain/units.ts'
import { rotateKeys } from '../identity/keys.repository.ts'
import { IDENTITY } from '../identity/limits.ts'
import { BadArguments, runCommand, withDatabase } from './command.ts'

const USAGE = `Usage: npm run keys -- rotate

Replaces the key that signs access tokens, while the server runs or not. A running server signs with the new key within a
minute; what the former key has signed stays valid until it expires. After a leak run it twice: then the leaked key is
trusted no longer. Nobody has to log in again. Keys are also replaced by themselves, every ${IDENTITY.signingKeyLifeMs / DAY_MS} days.`

await runCommand(USAGE, async (args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [command, ...surplus] = positionals
  if (command !== 'rotate')
    throw new BadArguments(command === undefined ? 'Say what to do.' : `There is no command '${command}'.`)
  if (surplus.length > 0) throw new BadArguments(`Too many arguments: '${surplus.join(' ')}'.`)
  await withDatabase(({ db }) => rotateKeys(db, Date.now()))
  console.log(
    'Access tokens are signed with a new key. Those of the former key stay valid until they expire.',
  )
  return 0
})
