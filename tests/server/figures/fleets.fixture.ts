import { beforeAll } from 'vitest'
import type { Fix } from '#domain/fix.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { assignDrivers } from '#server/track/drivers.repository.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'

export const DASHBOARD = '/api/v3/dashboard/tk3'

/** A filter for the range from `from` to before `to`, ms; its last second is the one before. */
export const filterOf = (from: number, to: number, more: object = {}) => ({
  fromTsInIST: toPayloadTime(from),
  toTsInIST: toPayloadTime(to - 1000),
  ...more,
})

/** A backend with a company in this zone, a manager of it, and what it takes to give vehicles fixes, drivers and figures. */
export const withFigures = (timeZone = 'Asia/Kolkata') => {
  const backend = withBackend()
  const own = { token: '', companyId: 0 }
  const logIn = async () => {
    own.token = (await backend.logIn('figures')).token
  }
  beforeAll(async () => {
    const company = await addCompany(backend.database.db, { time_zone: timeZone })
    own.companyId = company.id
    await backend.addUser('figures', 'MANAGER', company.id)
    await logIn()
  })
  const ask = async <T>(name: string, body: object): Promise<T> => {
    const reply = await backend.ask('POST', `${DASHBOARD}/${name}`, { token: own.token, body })
    if (reply.status !== 200)
      throw new Error(`${name} answered ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body as T
  }
  return {
    ...{ backend, own, ask },
    /** Logs in again: a token does not outlive a clock that is put forward. */
    logIn,
    addTruck: (more: object = {}) =>
      addVehicle(backend.database.db, {
        ...{ company_id: own.companyId, fuel_tank_litres: 300, adblue_tank_litres: 40, ...more },
      }),
    addDriver: async (name: string): Promise<number> =>
      (
        await backend.database.db
          .insertInto('driver')
          .values({ company_id: own.companyId, name })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    assign: (vehicleId: number, since: number, driverId: number | null) =>
      assignDrivers(backend.database.db, [{ companyId: own.companyId, vehicleId, since, driverId }]),
    /** Sends fixes as devices do, in this order. */
    send: async (vehicleId: number, fixes: readonly Fix[]): Promise<void> => {
      await backend.ingest.accept(fixes.map((fix) => ({ companyId: own.companyId, vehicleId, fix })))
    },
  }
}
