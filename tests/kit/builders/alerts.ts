import type { Insertable, Kysely } from 'kysely'
import type { AlertTable } from '#server/db/alert-tables.ts'
import type { Tables } from '#server/db/tables.ts'
import type { AlertEvidence } from '#server/rules/types.ts'

type Alert = Insertable<AlertTable>
type Overrides = Partial<Omit<Alert, 'detail'>> & { readonly evidence?: Partial<AlertEvidence> }

let secondsBefore = 60

/** An overspeed alert of a vehicle, by default a minute long, still earlier than the one made before it, and ended. */
export const alertOf = (
  vehicle: { readonly id: number; readonly company_id: number },
  { evidence = {}, ...overrides }: Overrides = {},
): Alert => {
  secondsBefore += 1
  const time = overrides.time ?? new Date(Date.now() - secondsBefore * 1000)
  const began = new Date(new Date(time as string).getTime() - 30_000)
  const place = { lng: 79.09, lat: 21.15 }
  const detail: AlertEvidence = {
    rule: { limit: 80, afterS: 30 },
    fixes: [
      { shows: 'began', time: began.getTime(), ...place, value: 84 },
      { shows: 'peak', time: began.getTime() + 30_000, ...place, value: 92 },
    ],
    figures: { limit: 80, maxSpeed: 92, distanceM: 1500, durationS: 60, atMaxS: 10 },
    fence: null,
    ...evidence,
  }
  return {
    company_id: vehicle.company_id,
    vehicle_id: vehicle.id,
    type: 'OVERSPEED',
    threshold: 80,
    subject: '',
    began,
    time,
    ended: new Date(began.getTime() + 60_000),
    ...place,
    value: 92,
    duration_s: 60,
    detail: JSON.stringify(detail),
    stored_at: time,
    changed_at: time,
    withdrawn_at: null,
    acknowledged_at: null,
    acknowledged_by: null,
    ...overrides,
  }
}

/** Stores alerts, as the engine would; resolves to their ids. */
export const addAlerts = async (db: Kysely<Tables>, alerts: readonly Alert[]): Promise<number[]> => {
  const rows = await db
    .insertInto('alert')
    .values([...alerts])
    .returning('id')
    .execute()
  return rows.map(({ id }) => Number(id))
}
