import { parseArgs } from 'node:util'
import { BadArguments, runCommand, withDatabase } from './command.ts'
import { deviceSettings, settingsText } from './vehicle-commands.ts'

const USAGE = `Usage: npm run vehicle -- REGISTRATION [--company NAME]

Prints the settings with which a phone or tracker reports for a vehicle. Adds the vehicle if there is none of that name.`

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
