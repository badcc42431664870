import type { Kysely, Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { acceptGatewayDevice } from '#contract/calls/gateway.ts'
import type { Gateway } from '#contract/records/gateway.ts'
import type { Caller } from '../access/caller.ts'
import type { VisibleVehiclesOf } from '../access/visible-vehicles.repository.ts'
import type { Tables } from '../db/tables.ts'
import { HttpError } from '../http/errors.ts'
import { UPLOADS } from '../import/limits.ts'
import { chooseCompany, createImportVehicles } from '../import/vehicles.repository.ts'
import type { GatewayRepository } from '../ingest/gateway.repository.ts'
import { TRACCAR_PATH } from '../ingest/limits.ts'

type Acceptance = z.output<(typeof acceptGatewayDevice)['body']>

type Options = {
  readonly db: Kysely<Tables>
  readonly gateways: GatewayRepository
  /** Called after a key or a device has changed. */
  readonly changed: () => void
  readonly visibleVehicles: VisibleVehiclesOf
  /** The portal's address, without a trailing slash. */
  readonly portalUrl: () => string
}

/** Another acceptance has just added the vehicle. */
class AddedMeanwhile extends Error {
  constructor(registration: string) {
    super(`The vehicle ${registration} could not be stored.`)
  }
}

/** What a company's admin does with its gateway (OWN-03). Errors are `HttpError`s with the codes of the contract. */
export const createGatewaySettings = ({ db, gateways, changed, visibleVehicles, portalUrl }: Options) => {
  const companyOf = ({ companyId }: Caller): number => {
    if (companyId === null) throw new HttpError('roleNotAllowed')
    return companyId
  }

  const read = async (caller: Caller): Promise<Gateway> => {
    const companyId = companyOf(caller)
    const { vehicleIds } = await visibleVehicles(caller)
    const [madeAt, pending, accepted, vehicles] = await Promise.all([
      gateways.keyMadeAt(companyId),
      gateways.pending(companyId),
      gateways.accepted(companyId),
      gateways.vehicles(companyId),
    ])
    return {
      madeAt: madeAt?.getTime() ?? null,
      address: `${portalUrl()}${TRACCAR_PATH}`,
      pending,
      accepted: accepted.filter(({ vehicleId }) => vehicleIds.has(vehicleId)),
      registrations: vehicles.flatMap(({ id, registration }) => (vehicleIds.has(id) ? [registration] : [])),
    }
  }

  /** A key lets positions of every vehicle of the company in. */
  const checkSeesAll = async (caller: Caller): Promise<number> => {
    const companyId = companyOf(caller)
    const { vehicleIds } = await visibleVehicles(caller)
    const vehicles = await gateways.vehicles(companyId)
    if (vehicles.some(({ id }) => !vehicleIds.has(id))) throw new HttpError('gatewayVehiclesWithheld')
    return companyId
  }

  /** The device's present vehicle is another's business where the caller does not see it. */
  const checkFrom = (vehicleIds: ReadonlySet<number>, fromVehicleId: number | null): void => {
    if (fromVehicleId !== null && !vehicleIds.has(fromVehicleId)) throw new HttpError('gatewayDeviceChanged')
  }

  /** The vehicle of this registration, which is added if it may be; null if another acceptance has just added it. */
  const vehicleOf = async (
    trx: Transaction<Tables>,
    vehicleIds: ReadonlySet<number>,
    companyId: number,
    { registration, addsVehicle }: Acceptance,
  ): Promise<number | null> => {
    const { company } = await chooseCompany(trx, String(companyId))
    if (company.id !== companyId) throw new HttpError('notFound')
    const vehicles = await createImportVehicles(trx, company, {
      ...{ dryRun: false, mostNew: 1, vehicleIds },
      mostOfCompany: UPLOADS.companyVehicles,
    })
    const id = await vehicles.idOf(registration)
    if (typeof id === 'object') {
      if (id.rejected.code === 'fleetFull')
        throw new HttpError('fleetFull', { most: UPLOADS.companyVehicles })
      const isWithheld = id.rejected.code === 'vehicleWithheld'
      throw new HttpError(isWithheld ? 'gatewayVehicleWithheld' : 'gatewayVehicleRefused', { registration })
    }
    if (vehicles.made().length > 0 && !addsVehicle)
      throw new HttpError('gatewayVehicleUnknown', { registration })
    return (await vehicles.save()).size === 0 ? id : null
  }

  return {
    read,
    makeKey: async (caller: Caller, replaces: boolean): Promise<Gateway & { gatewayKey: string }> => {
      const companyId = await checkSeesAll(caller)
      const gatewayKey = await gateways.makeKey(companyId, replaces)
      if (gatewayKey === null) throw new HttpError('gatewayKeyExists')
      changed()
      return { ...(await read(caller)), gatewayKey }
    },
    revokeKey: async (caller: Caller): Promise<Gateway> => {
      await gateways.revokeKey(await checkSeesAll(caller))
      changed()
      return read(caller)
    },
    accept: async (caller: Caller, acceptance: Acceptance): Promise<Gateway> => {
      const companyId = companyOf(caller)
      const { deviceId, fromVehicleId } = acceptance
      const { vehicleIds } = await visibleVehicles(caller)
      checkFrom(vehicleIds, fromVehicleId)
      const present = await gateways.vehicleOfDevice(companyId, deviceId)
      // Before a vehicle is added in vain.
      if (present === undefined || (present?.vehicleId ?? null) !== fromVehicleId)
        throw new HttpError('gatewayDeviceChanged')
      // The vehicle and its device are stored together, or neither.
      const store = (seen: ReadonlySet<number>) =>
        db.transaction().execute(async (trx) => {
          const vehicleId = await vehicleOf(trx, seen, companyId, acceptance)
          if (vehicleId === null) throw new AddedMeanwhile(acceptance.registration)
          if (!(await gateways.accept(companyId, deviceId, vehicleId, fromVehicleId, trx)))
            throw new HttpError('gatewayDeviceChanged')
        })
      await store(vehicleIds).catch(async (error: unknown) => {
        // Another acceptance may have added the vehicle after the caller's were read, which is withheld until they are read again.
        const isWithheld = error instanceof HttpError && error.code === 'gatewayVehicleWithheld'
        if (isWithheld || error instanceof AddedMeanwhile)
          return store((await visibleVehicles(caller)).vehicleIds)
        throw error
      })
      changed()
      return read(caller)
    },
    release: async (
      caller: Caller,
      { deviceId, fromVehicleId }: Pick<Acceptance, 'deviceId'> & { fromVehicleId: number },
    ): Promise<Gateway> => {
      checkFrom((await visibleVehicles(caller)).vehicleIds, fromVehicleId)
      if (!(await gateways.release(companyOf(caller), deviceId, fromVehicleId)))
        throw new HttpError('gatewayDeviceChanged')
      changed()
      return read(caller)
    },
  }
}

export type GatewaySettings = ReturnType<typeof createGatewaySettings>
