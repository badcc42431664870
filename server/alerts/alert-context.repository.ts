import type { Kysely } from 'kysely'
import { createDayFinder } from '#domain/company-time.ts'
import type { Tables } from '../db/tables.ts'
import { createFenceIndex, type FenceIndex } from '../rules/fence-index.ts'
import type { DayVehicle } from '../track/close-day.ts'
import { readCompanyFences, type WatchingFence } from '../track/fences.repository.ts'
import { type CompanyRules, readRules } from './alert-rules.repository.ts'

/** What the rules of a company's vehicles need to know beside fixes. */
export type AlertContext = {
  readonly timeZone: string
  readonly dayOf: (time: number) => string
  readonly rules: CompanyRules
  readonly fences: readonly WatchingFence[]
  readonly index: FenceIndex
  /** The fences are those that were valid at this time (ms) or later. */
  readonly fencesSince: number
  readonly vehicles: ReadonlyMap<number, DayVehicle>
}

/** Reads the context of a company with its fences since `fencesSince` (ms); undefined if there is no such company. */
export const readContext = async (
  db: Kysely<Tables>,
  companyId: number,
  fencesSince: number,
): Promise<AlertContext | undefined> => {
  const company = await db
    .selectFrom('company')
    .select('time_zone')
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (!company) return undefined
  const vehicles = await db
    .selectFrom('vehicle')
    .select(['id', 'segment', 'fuel_tank_litres as fuelTankLitres', 'adblue_tank_litres as adblueTankLitres'])
    .where('company_id', '=', companyId)
    .execute()
  const fences = await readCompanyFences(db, companyId, fencesSince)
  return {
    timeZone: company.time_zone,
    dayOf: createDayFinder(company.time_zone),
    rules: await readRules(db, companyId),
    fences,
    index: createFenceIndex(fences),
    fencesSince,
    vehicles: new Map(vehicles.map(({ id, ...vehicle }) => [id, vehicle])),
  }
}
