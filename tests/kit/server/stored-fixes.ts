import type { Kysely } from 'kysely'
import type { Fix } from '#domain/fix.ts'
import type { Tables } from '#server/db/tables.ts'

/** Stores fixes of a day that is still open, and the last of them as the latest. */
export const storeFixes = async (
  db: Kysely<Tables>,
  { company_id, id: vehicle_id }: { company_id: number; id: number },
  fixes: readonly Fix[],
): Promise<void> => {
  await db
    .insertInto('open_fix')
    .values(
      fixes.map(({ time, lng, lat, speed, heading, odo, ignition, fuel, adblue, events }) => ({
        company_id,
        vehicle_id,
        time: new Date(time),
        lng,
        lat,
        speed: speed ?? null,
        heading: heading ?? null,
        odo: odo ?? null,
        ignition: ignition ?? null,
        fuel: fuel ?? null,
        adblue: adblue ?? null,
        events: events ?? 0,
      })),
    )
    .execute()
  const latest = fixes.at(-1)
  if (latest === undefined) return
  await db
    .insertInto('latest_fix')
    .values({
      company_id,
      vehicle_id,
      time: new Date(latest.time),
      lng: latest.lng,
      lat: latest.lat,
      speed: latest.speed ?? null,
      heading: latest.heading ?? null,
      odo: latest.odo ?? null,
      ignition: latest.ignition ?? null,
      rpm: latest.rpm ?? null,
      fuel: latest.fuel ?? null,
      adblue: latest.adblue ?? null,
      interval_s: 60,
    })
    .execute()
}
