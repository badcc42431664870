import type { Kysely } from 'kysely'
import { encodeQR } from 'qr'
import { englishProblemText } from '#contract/import-problems.ts'
import { isLoopback } from '#domain/loopback.ts'
import type { Tables } from '../db/tables.ts'
import {
  createImportVehicles,
  type ImportCompany,
  readDeviceIdentity,
} from '../import/vehicles.repository.ts'
import { INGEST_PATH } from '../ingest/limits.ts'
import { portalUrlOf, type ServerAddress } from '../server-address.ts'

/** The settings with which a tracker or phone reports for a vehicle. */
export type DeviceSettings = {
  readonly company: string
  readonly registration: string
  readonly id: string
  readonly key: string
}

const ONE_VEHICLE = { dryRun: false, mostNew: 1, vehicleIds: undefined } as const

/**
 * The id and key with which a device reports for a vehicle. Adds the vehicle, and its company, if they do not exist.
 * @throws Error in plain words for a name that cannot be a registration.
 */
export const deviceSettings = async (
  db: Kysely<Tables>,
  registration: string,
  company: ImportCompany,
): Promise<DeviceSettings> => {
  const { id } = await namedVehicle(db, registration, company)
  return { company: company.name, ...(await readDeviceIdentity(db, id)) }
}

/**
 * The vehicle of this name. Adds it, and its company, if they do not exist.
 * @throws Error in plain words for a name that cannot be a registration.
 */
export const namedVehicle = async (db: Kysely<Tables>, name: string, company: ImportCompany) => {
  const vehicles = await createImportVehicles(db, company, ONE_VEHICLE)
  const id = await vehicles.idOf(name)
  if (typeof id === 'object')
    throw new Error(`'${name}' cannot be a vehicle: ${englishProblemText(id.rejected)}.`)
  for (const [, reason] of await vehicles.save()) throw new Error(`'${name}' could not be added: ${reason}`)
  return { id, registration: vehicles.nameOf(id) }
}

/** What a device needs to find the server. `outside` is this machine's address in its network. */
export type DeviceServer = {
  readonly address: ServerAddress
  readonly isRunning: boolean
  readonly outside: string | undefined
}

/** What keeps a phone from reaching the server, and what to do about it. */
const notesOf = ({ address, isRunning }: DeviceServer): string[] => {
  const isHidden = address.publicUrl === null && isLoopback(address.host)
  if (isHidden)
    return [
      'Other machines cannot reach this address yet. Start the server with HOST=0.0.0.0 npm start and run this command again.',
    ]
  return isRunning ? [] : ['No server is running. This address holds once it does: npm start']
}

/**
 * A link that the app Traccar Client reads its settings from, by its QR scanner or by the phone's camera. The server's address
 * goes in whole, because of an http link the app keeps no query.
 */
export const settingsLink = (id: string, ingestUrl: string): string =>
  `org.traccar.client://settings?${new URLSearchParams({ id, url: ingestUrl })}`

/** White on black, so that the code can be scanned whatever the terminal's colours are. */
const WHITE_ON_BLACK = '\x1b[97;40m'
const RESET = '\x1b[0m'

const qrText = (text: string): string =>
  encodeQR(text, 'ascii')
    .trimEnd()
    .split('\n')
    .map((line) => `${WHITE_ON_BLACK}${line}${RESET}`)
    .join('\n')

/** The instructions for setting up a phone or tracker. `isTerminal` adds a QR code. */
export const settingsText = (
  { company, registration, id, key }: DeviceSettings,
  server: DeviceServer,
  isTerminal: boolean,
): string => {
  const url = `${portalUrlOf(server.address, server.outside)}${INGEST_PATH}?key=${key}`
  return [
    `${registration} of ${company}`,
    `  Device identifier  ${id}`,
    `  Server address     ${url}`,
    ...notesOf(server).map((note) => `\n${note}`),
    ...(isTerminal
      ? [
          `\n${qrText(settingsLink(id, url))}`,
          'Scan this with the phone on which the app Traccar Client is installed.',
        ]
      : []),
  ].join('\n')
}
