import { afterEach, beforeAll } from 'vitest'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { addAlerts, alertOf } from '#tests/kit/builders/alerts.ts'
import { FLEET_API } from '#tests/kit/server/backend.fixture.ts'
import { withFleet } from '#tests/kit/server/company-fleet.fixture.ts'

/** A whole minute, so that seconds at the ends of ranges can be named. */
export const noon = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - HOUR_MS
/** So many minutes after noon, ms. */
export const at = (minutes: number): number => noon + minutes * MINUTE_MS

export const range = (from: number, to: number): ReportFilter => ({
  fromTsInIST: toPayloadTime(from),
  toTsInIST: toPayloadTime(to),
})
export const lastDay = (): ReportFilter => range(Date.now() - DAY_MS, Date.now() + MINUTE_MS)

/** The backend with a fleet, in which each test stores alerts of its own. */
export const withStoredAlerts = () => {
  const fleet = withFleet()
  const { backend, ids, own } = fleet
  beforeAll(async () => {
    await backend.database.db
      .updateTable('vehicle')
      .set({ vin: 'VIN-FAST', model: 'Tipper' })
      .where('id', '=', ids['FAST'] ?? 0)
      .execute()
  })
  afterEach(async () => {
    await backend.database.db.deleteFrom('alert').execute()
    await backend.database.db.deleteFrom('alert_setting').execute()
  })
  return {
    ...fleet,
    store: async (registration: string, options: Parameters<typeof alertOf>[1] = {}): Promise<number> => {
      const company_id = (registration === 'FOREIGN' ? ids['foreign company'] : ids['company']) ?? 0
      const vehicle = { id: ids[registration] ?? 0, company_id }
      const [id = 0] = await addAlerts(backend.database.db, [alertOf(vehicle, options)])
      return id
    },
    /** The answer to a call of the fleet, or to one at a whole path. Throws if it is refused. */
    post: async <T>(path: string, body: unknown, token = own.token): Promise<T> => {
      const answer = await backend.ask('POST', path.startsWith('/') ? path : `${FLEET_API}/${path}`, {
        ...{ token, body },
      })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body as T
    },
  }
}
