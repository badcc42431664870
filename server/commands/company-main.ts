import { parseArgs } from 'node:util'
import { BadArguments, checkTimeZone, runCommand, withDatabase } from './command.ts'
import { createCompanyRepository } from './companies.repository.ts'
import { addCompany, listCompanies, setTimeZone } from './company-commands.ts'

const USAGE = `Usage:
  npm run company -- list
  npm run company -- add NAME [--time-zone ZONE]
  npm run company -- set NAME --time-zone ZONE

Lists companies, adds one, or sets its time zone, which defines its days: for example Asia/Kolkata (the default).
NAME is the company's name; where one exists, its number will do.`

await runCommand(USAGE, async (args) => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'time-zone': { type: 'string' } },
  })
  const [command, name, ...surplus] = positionals
  const timeZone = values['time-zone']
  if (command !== 'list' && command !== 'add' && command !== 'set')
    throw new BadArguments(command === undefined ? 'Say what to do.' : `There is no command '${command}'.`)
  if (surplus.length > 0 || (command === 'list' && name !== undefined))
    throw new BadArguments(`Too many arguments; a name with spaces goes in quotes.`)
  if (command !== 'list' && name === undefined) throw new BadArguments(`Name the company to ${command}.`)
  if (command === 'set' && timeZone === undefined)
    throw new BadArguments('Say what to set: --time-zone ZONE.')
  if (timeZone !== undefined) checkTimeZone(timeZone)

  const done = await withDatabase(({ db }) => {
    const companies = createCompanyRepository({ db })
    if (command === 'list' || name === undefined) return listCompanies(companies)
    if (command === 'add') return addCompany(companies, name, timeZone)
    return setTimeZone(companies, name, timeZone ?? '')
  })
  console.log(done)
  return 0
})
