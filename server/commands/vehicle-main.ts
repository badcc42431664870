import { parseArgs } from 'node:util'
import { createGatewayRepository } from '../ingest/gateway.repository.ts'
import { chosenCompany, terminalConfirm } from './chosen-company.ts'
import { BadArguments, runCommand, withDatabase } from './command.ts'
import { acceptDevice, pendingText, releaseDevice } from './gateway-commands.ts'
import { findServer, networkAddress } from './portal.ts'
import { deviceSettings, namedVehicle, settingsText } from './vehicle-commands.ts'

const USAGE = `Usage: npm run vehicle -- REGISTRATION [--company NAME] [--new-company] [--qr]
       npm run vehicle -- --pending [--company NAME]
       npm run vehicle -- REGISTRATION --accept DEVICE [--move] [--company NAME]
       npm run vehicle -- --release DEVICE [--company NAME]

Prints the settings with which a phone or tracker reports for a vehicle. Adds the vehicle if there is none of that name.
Lists the devices that a gateway has reported and no vehicle has, or makes one of them report for a vehicle,
or for none again (docs/devices.md).

  --company NAME  the company's name or number (the first one)
  --new-company   adds the company if there is none of that name; without it a terminal is asked
  --move          accepts a device that reports for another vehicle too
  --qr            prints the QR code even if this is not a terminal`

await runCommand(USAGE, async (args) => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      company: { type: 'string' },
      'new-company': { type: 'boolean' },
      qr: { type: 'boolean' },
      pending: { type: 'boolean' },
      accept: { type: 'string' },
      move: { type: 'boolean' },
      release: { type: 'string' },
    },
  })
  const [registration, ...rest] = positionals
  const { accept, release, move = false, pending = false } = values
  if (registration === undefined && !pending && release === undefined)
    throw new BadArguments('Name the vehicle.')
  if (pending && (registration !== undefined || accept !== undefined))
    throw new BadArguments('--pending takes no vehicle and no --accept.')
  if (release !== undefined && (registration !== undefined || accept !== undefined || pending))
    throw new BadArguments('--release takes no vehicle, no --accept and no --pending.')
  if (release?.trim() === '') throw new BadArguments('--release needs the id of a device.')
  if (move && accept === undefined) throw new BadArguments('--move is for --accept.')
  if (accept?.trim() === '') throw new BadArguments('--accept needs the id of a device.')
  if (values.company?.trim() === '') throw new BadArguments('--company needs a name.')
  if (rest.length > 0)
    throw new BadArguments(`Name one vehicle; a name with spaces goes in quotes: "${positionals.join(' ')}".`)
  await withDatabase(async ({ db }, dataDir) => {
    const company = await chosenCompany(db, {
      wanted: values.company,
      isNewAllowed: values['new-company'] ?? false,
      confirm: terminalConfirm(),
    })
    const gateways = createGatewayRepository({ db, now: Date.now })
    if (release !== undefined) {
      console.log(await releaseDevice(gateways, company, release))
      return
    }
    if (registration === undefined) {
      console.log(await pendingText(gateways, company))
      return
    }
    if (accept !== undefined) {
      const vehicle = () => namedVehicle(db, registration, company)
      console.log(await acceptDevice(gateways, company, accept, vehicle, move))
      return
    }
    const settings = await deviceSettings(db, registration, company)
    const server = { ...findServer(dataDir, process.env), outside: networkAddress() }
    console.log(settingsText(settings, server, values.qr ?? process.stdout.isTTY))
  })
  return 0
})
