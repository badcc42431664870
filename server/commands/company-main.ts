import { parseArgs } from 'node:util'
import { createGatewayRepository } from '../ingest/gateway.repository.ts'
import { BadArguments, checkTimeZone, runCommand, withDatabase } from './command.ts'
import { createCompanyRepository } from './companies.repository.ts'
import { addCompany, existingCompany, listCompanies, setTimeZone } from './company-commands.ts'
import { makeGatewayKey, revokeGatewayKey } from './gateway-commands.ts'
import { findServer, networkAddress } from './portal.ts'

const USAGE = `Usage:
  npm run company -- list
  npm run company -- add NAME [--time-zone ZONE]
  npm run company -- set NAME --time-zone ZONE
  npm run company -- gateway-key NAME [--rotate | --revoke]

Lists companies, adds one, or sets its time zone, which defines its days: for example Asia/Kolkata (the default).
Makes the key with which a Traccar server reports for the company's devices, another one, or ends it (docs/devices.md).
NAME is the company's name; where one exists, its number will do.`

await runCommand(USAGE, async (args) => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'time-zone': { type: 'string' },
      rotate: { type: 'boolean' },
      revoke: { type: 'boolean' },
    },
  })
  const [command, name, ...surplus] = positionals
  const timeZone = values['time-zone']
  if (command !== 'list' && command !== 'add' && command !== 'set' && command !== 'gateway-key')
    throw new BadArguments(command === undefined ? 'Say what to do.' : `There is no command '${command}'.`)
  if (surplus.length > 0 || (command === 'list' && name !== undefined))
    throw new BadArguments(`Too many arguments; a name with spaces goes in quotes.`)
  if (command !== 'list' && name === undefined)
    throw new BadArguments(
      command === 'gateway-key' ? 'Name the company.' : `Name the company to ${command}.`,
    )
  if (command === 'set' && timeZone === undefined)
    throw new BadArguments('Say what to set: --time-zone ZONE.')
  const { rotate = false, revoke = false } = values
  if ((rotate || revoke) && command !== 'gateway-key')
    throw new BadArguments('--rotate and --revoke are for gateway-key.')
  if (rotate && revoke) throw new BadArguments('Name one of --rotate and --revoke.')
  if (timeZone !== undefined) checkTimeZone(timeZone)

  const done = await withDatabase(async ({ db }, dataDir) => {
    const companies = createCompanyRepository({ db })
    if (command === 'list' || name === undefined) return listCompanies(companies)
    if (command === 'add') return addCompany(companies, name, timeZone)
    if (command === 'gateway-key') {
      const company = await existingCompany(companies, name)
      const gateways = createGatewayRepository({ db, now: Date.now })
      if (revoke) return revokeGatewayKey(gateways, company)
      const { address } = findServer(dataDir, process.env)
      return makeGatewayKey(gateways, company, { address, outside: networkAddress() }, rotate)
    }
    return setTimeZone(companies, name, timeZone ?? '')
  })
  console.log(done)
  return 0
})
