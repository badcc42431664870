import { parseArgs } from 'node:util'
import { BadArguments, runCommand, withDatabase } from './command.ts'
import { deviceSettings, settingsText } from './vehicle-commands.ts'

const USAGE = `Usage: npm run vehicle -- REGISTRATION [--company NAME]

Prints what a phone or tracker needs to report for a vehicle, and makes the vehicle where there is none of that name.`

await runCommand(USAGE, async (args) => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { company: { type: 'string' } },
  })
  const [registration, ...rest] = positionals
  if (registration === undefined) throw new BadArguments('Name the vehicle.')
  if (rest.length > 0)
    throw new BadArguments(`Name one vehicle; a name with spaces goes in quotes: "${positionals.join(' ')}".`)
  const settings = await withDatabase(({ db }) => deviceSettings(db, registration, values.company))
  console.log(settingsText(settings))
  return 0
})
