import type { Kysely } from 'kysely'
import { dayOf, shiftDay } from '#domain/company-time.ts'
import { createAlertEngine } from '../alerts/alert-engine.ts'
import { putDownHistory } from '../alerts/checkpoints.repository.ts'
import { type Comparison, countAlerts, replayVehicle } from '../alerts/replay.ts'
import type { Tables } from '../db/tables.ts'
import type { AlertRule } from '../rules/types.ts'
import { readVehicles, type VehicleInZone } from './vehicles.repository.ts'

/** Which history to look at: of one company or of all, the last days or everything. `now` is ms UTC. */
export type ReplayOptions = {
  readonly companyId: number | null
  readonly days: number | null
  readonly now: number
}

type Sums = { -readonly [Name in keyof Comparison]: number }
const NAMES = ['found', 'stored', 'missing', 'surplus', 'different'] as const

const isDifferent = ({ missing, surplus, different }: Comparison): boolean =>
  missing + surplus + different > 0

type VehicleSince = VehicleInZone & { readonly since: string | null }

const vehiclesOf = async (
  db: Kysely<Tables>,
  { companyId, days, now }: ReplayOptions,
): Promise<VehicleSince[]> =>
  (await readVehicles(db, companyId)).map((vehicle) => ({
    ...vehicle,
    since: days === null ? null : shiftDay(dayOf(now, vehicle.timeZone), 1 - days),
  }))

const tableOf = (sums: ReadonlyMap<string, Sums>): string => {
  const rows = [['type', ...NAMES]]
  for (const [type, counts] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1)))
    rows.push([type, ...NAMES.map((name) => String(counts[name]))])
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  '),
    )
    .join('\n')
}

/** Evaluates the history of vehicles anew and stores what it finds. @throws the first failure. */
const repair = async (db: Kysely<Tables>, vehicles: readonly VehicleSince[]): Promise<void> => {
  for (const vehicle of vehicles) await putDownHistory(db, vehicle, vehicle)
  const errors: unknown[] = []
  const engine = createAlertEngine({ db, now: Date.now, onError: (error) => errors.push(error) })
  await engine.settled()
  await engine.stop()
  if (errors.length > 0) throw errors[0]
}

/**
 * Evaluates stored history again and compares what is found with the stored alerts, as text; `isRepairing` stores it. `isSame` says
 * whether nothing differed.
 */
export const replayAlerts = async (
  db: Kysely<Tables>,
  options: ReplayOptions & { readonly isRepairing: boolean },
): Promise<{ readonly text: string; readonly isSame: boolean }> => {
  const vehicles = await vehiclesOf(db, options)
  const sums = new Map<string, Sums>()
  const differing: VehicleSince[] = []
  for (const vehicle of vehicles) {
    const compared = await replayVehicle(db, vehicle, { since: vehicle.since, now: options.now })
    for (const [type, counts] of compared) {
      const sum = sums.get(type) ?? { found: 0, stored: 0, missing: 0, surplus: 0, different: 0 }
      for (const name of NAMES) sum[name] += counts[name]
      sums.set(type, sum)
    }
    if ([...compared.values()].some(isDifferent)) differing.push(vehicle)
  }
  const isSame = differing.length === 0
  if (options.isRepairing && !isSame) await repair(db, differing)
  const names = differing.map(({ registration }) => registration).join(', ')
  const verdict = isSame
    ? `The alerts of ${vehicles.length} vehicles are what the rules find.`
    : `The alerts of ${differing.length} of ${vehicles.length} vehicles ${options.isRepairing ? 'differed and are stored anew' : 'differ'}: ${names}`
  return { text: [tableOf(sums), '', verdict].join('\n'), isSame: isSame || options.isRepairing }
}

/** How many alerts a rule would have raised, as text. */
export const countText = async (
  db: Kysely<Tables>,
  rule: AlertRule,
  { days, ...options }: ReplayOptions & { readonly days: number },
): Promise<string> => {
  const vehicles = await vehiclesOf(db, { ...options, days })
  let count = 0
  for (const { since, ...owned } of vehicles)
    if (since !== null) count += await countAlerts(db, owned, rule, { since, now: options.now })
  return `${rule.type} at ${rule.threshold} would have raised ${count} alerts of ${vehicles.length} vehicles in the last ${days} days.`
}
