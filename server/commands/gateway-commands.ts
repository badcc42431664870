import { forwarderText } from '#domain/forwarder.ts'
import type { GatewayRepository } from '../ingest/gateway.repository.ts'
import { TRACCAR_PATH } from '../ingest/limits.ts'
import { portalUrlOf } from '../server-address.ts'
import type { DeviceServer } from './vehicle-commands.ts'

type Company = { readonly id: number; readonly name: string }

/**
 * Makes the key of a company's gateway and answers it with the settings of the forwarder.
 * @throws Error if the company has a key, unless `rotates`, which ends the former one.
 */
export const makeGatewayKey = async (
  gateways: GatewayRepository,
  company: Company,
  server: Pick<DeviceServer, 'address' | 'outside'>,
  rotates: boolean,
): Promise<string> => {
  const madeAt = await gateways.keyMadeAt(company.id)
  const key = await gateways.makeKey(company.id, rotates)
  if (key === null)
    throw new Error(
      `${company.name} has a gateway key since ${madeAt?.toISOString() ?? 'now'}; it cannot be shown again. Make another, which ends it: ` +
        `npm run company -- gateway-key "${company.name}" --rotate`,
    )
  const address = `${portalUrlOf(server.address, server.outside)}${TRACCAR_PATH}`
  const ended = madeAt === null ? '' : ' The former key ends within half a minute.'
  return `The gateway key of ${company.name}, shown only now: ${key}${ended}\n\nFor traccar.xml:\n${forwarderText(address, key)}`
}

/**
 * Ends the key of a company's gateway and answers a line that says so.
 * @throws Error if it has none.
 */
export const revokeGatewayKey = async (
  gateways: GatewayRepository,
  { id, name }: Company,
): Promise<string> => {
  if (!(await gateways.revokeKey(id))) throw new Error(`${name} has no gateway key.`)
  return `The gateway key of ${name} ends within half a minute.`
}

/** Text of a device as a terminal may show it. */
const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '�')

/** One line for each device that waits to be accepted: id, name, protocol, positions, when last seen, and where. */
export const pendingText = async (gateways: GatewayRepository, { id, name }: Company): Promise<string> => {
  const devices = await gateways.pending(id)
  if (devices.length === 0) return `No device waits to be accepted by ${name}.`
  const lines = devices.map((device) =>
    [
      printable(device.deviceId),
      printable(device.deviceName ?? '-'),
      printable(device.protocol ?? '-'),
      `${device.positions} positions`,
      new Date(device.lastSeen).toISOString(),
      device.lat === null || device.lng === null ? '-' : `${device.lat.toFixed(5)},${device.lng.toFixed(5)}`,
    ].join('\t'),
  )
  return [...lines, `\nAccept one: npm run vehicle -- REGISTRATION --accept DEVICE --company "${name}"`].join(
    '\n',
  )
}

/**
 * Makes a device report for a vehicle, which `vehicleOf` adds if need be, and answers a line that says so. A device that reports for
 * another vehicle only if it `moves`.
 * @throws Error if there is no such device, or it may not be moved; no vehicle is added then.
 */
export const acceptDevice = async (
  gateways: GatewayRepository,
  company: Company,
  deviceId: string,
  vehicleOf: () => Promise<{ readonly id: number; readonly registration: string }>,
  moves: boolean,
): Promise<string> => {
  const present = await gateways.vehicleOfDevice(company.id, deviceId)
  if (present && !moves)
    throw new Error(
      `Device '${deviceId}' reports for ${present.registration} of ${company.name}. To make it report for another vehicle, repeat the ` +
        'command with --move; what it has sent stays with the former one.',
    )
  const vehicle = present === undefined ? undefined : await vehicleOf()
  if (
    vehicle === undefined ||
    !(await gateways.accept(company.id, deviceId, vehicle.id, present?.vehicleId ?? null))
  )
    throw new Error(
      `No device '${deviceId}' waits to be accepted by ${company.name}. See them all: npm run vehicle -- --pending --company "${company.name}"`,
    )
  const former = present ? `, no longer for ${present.registration},` : ''
  return `${deviceId} reports for ${vehicle.registration}${former} of ${company.name} within half a minute.`
}

/**
 * Makes a device report for no vehicle, and answers a line that says so.
 * @throws Error if it reports for none.
 */
export const releaseDevice = async (
  gateways: GatewayRepository,
  { id, name }: Company,
  deviceId: string,
): Promise<string> => {
  const present = await gateways.vehicleOfDevice(id, deviceId)
  if (!present || !(await gateways.release(id, deviceId, present.vehicleId)))
    throw new Error(`No vehicle of ${name} has accepted a device '${deviceId}'.`)
  return `${deviceId} no longer reports for ${present.registration} of ${name} within half a minute; what it has sent stays there.`
}
