import { parseArgs } from 'node:util'
import { chosenCompany, terminalConfirm } from './chosen-company.ts'
import { BadArguments, runCommand, withDatabase } from './command.ts'
import { findServer, networkAddress } from './portal.ts'
import { deviceSettings, settingsText } from './vehicle-commands.ts'

const USAGE = `Usage: npm run vehicle -- REGISTRATION [--company NAME] [--new-company] [--qr]

Prints the settings with which a phone or tracker reports for a vehicle. Adds the vehicle if there is none of that name.

  --company NAME  the company's name or number (the first one)
  --new-company   adds the company if there is none of that name; without it a terminal is asked
  --qr            prints the QR code even if this is not a terminal`

await runCommand(USAGE, async (args) => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      company: { type: 'string' },
      'new-company': { type: 'boolean' },
      qr: { type: 'boolean' },
    },
  })
  const [registration, ...rest] = positionals
  if (registration === undefined) throw new BadArguments('Name the vehicle.')
  if (values.company?.trim() === '') throw new BadArguments('--company needs a name.')
  if (rest.length > 0)
    throw new BadArguments(`Name one vehicle; a name with spaces goes in quotes: "${positionals.join(' ')}".`)
  await withDatabase(async ({ db }, dataDir) => {
    const company = await chosenCompany(db, {
      wanted: values.company,
      isNewAllowed: values['new-company'] ?? false,
      confirm: terminalConfirm(),
    })
    const settings = await deviceSettings(db, registration, company)
    const server = { ...findServer(dataDir, process.env), outside: networkAddress() }
    console.log(settingsText(settings, server, values.qr ?? process.stdout.isTTY))
  })
  return 0
})
