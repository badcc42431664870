import { RPM_BANDS } from './bands.ts'
import { FIGURE_FIELDS, type FigureName, type Figures } from './figure-fields.ts'
import { roundTo } from './rounding.ts'
import { HOUR_S } from './units.ts'

export const FIGURE_NAMES = Object.keys(FIGURE_FIELDS) as readonly FigureName[]

/** The figures of a time in which nothing was reported. */
export const NO_FIGURES = Object.fromEntries(FIGURE_NAMES.map((name) => [name, 0])) as Figures

/** The figures of several times or vehicles together. Sums are rounded to three decimals, so that their order does not matter. */
export const figuresTogether = (parts: Iterable<Figures>): Figures => {
  const all = { ...NO_FIGURES } as { -readonly [Name in FigureName]: number }
  for (const part of parts)
    for (const name of FIGURE_NAMES)
      all[name] =
        FIGURE_FIELDS[name].of === 'greatest' ? Math.max(all[name], part[name]) : all[name] + part[name]
  for (const name of FIGURE_NAMES) all[name] = roundTo(all[name], 3)
  return all
}

/** The sums of all figures without those of a part; the greatest ones stay those of all. */
export const figuresWithout = (all: Figures, part: Figures): Figures =>
  Object.fromEntries(
    FIGURE_NAMES.map((name) => [
      name,
      FIGURE_FIELDS[name].of === 'greatest' ? all[name] : Math.max(0, roundTo(all[name] - part[name], 3)),
    ]),
  ) as Figures

/** Km a litre of fuel, over the distance for which the use of fuel is known; null without such a distance, and where none was used. */
export const mileageOf = ({ meteredKm, fuelUsed }: Pick<Figures, 'meteredKm' | 'fuelUsed'>): number | null =>
  fuelUsed > 0 && meteredKm > 0 ? meteredKm / fuelUsed : null

type States = Pick<Figures, 'runningS' | 'idlingS' | 'stoppedS'>

/** How long it is known what trucks did, s: whether they moved, idled or stood. */
export const knownSecondsOf = ({ runningS, idlingS, stoppedS }: States): number =>
  runningS + idlingS + stoppedS

/**
 * Truck utilisation in percent of the hours selected, for all vehicles together (DSH-12); null for no hours, and where nothing is known of
 * them.
 */
export const utilizationOf = (figures: States, selectedHours: number): number | null =>
  selectedHours > 0 && knownSecondsOf(figures) > 0
    ? ((figures.runningS + figures.idlingS) / HOUR_S / selectedHours) * 100
    : null

/** The same in percent of the hours of which it is known what trucks did. */
export const knownUtilizationOf = (figures: States): number | null =>
  utilizationOf(figures, knownSecondsOf(figures) / HOUR_S)

/** How long the engine ran at a speed that is known, s. */
export const knownRpmSecondsOf = (figures: Figures): number =>
  RPM_BANDS.reduce((sum, { name }) => sum + figures[name], 0)

/** The part of the distance that the odometer tells, 0 to 1; null without a distance. */
export const odometerShareOf = ({
  odometerKm,
  distanceKm,
}: Pick<Figures, 'odometerKm' | 'distanceKm'>): number | null =>
  distanceKm > 0 ? Math.min(1, odometerKm / distanceKm) : null

/** Why odometers were not believed: they stood still, or showed `factor` times what the positions say, or jumped. */
export type OdometerDoubt =
  | { readonly kind: 'stood' | 'jumped' }
  | { readonly kind: 'factor'; readonly factor: number }

/** What the positions told although an odometer was reported is worth a sentence from these km, and this part of the distance, on. */
const LEAST_DOUBTED = { km: 1, share: 0.01 }
/** An odometer that showed less than this of the line stood still. */
const STOOD_BELOW = 0.1
/** By less than this no factor is told from the line's own error. */
const LEAST_DIFFERENCE = 0.1

/** Why the odometer of a vehicle was not believed; null where it was, or where none was reported. */
export const odometerDoubtOf = ({
  distanceKm,
  doubtedKm,
  doubtedOdometerKm,
}: Pick<Figures, 'distanceKm' | 'doubtedKm' | 'doubtedOdometerKm'>): OdometerDoubt | null => {
  if (doubtedKm < Math.max(LEAST_DOUBTED.km, LEAST_DOUBTED.share * distanceKm)) return null
  const factor = doubtedOdometerKm / doubtedKm
  if (factor < STOOD_BELOW) return { kind: 'stood' }
  return Math.abs(factor - 1) < LEAST_DIFFERENCE ? { kind: 'jumped' } : { kind: 'factor', factor }
}

/** The least part of the reported time that the time before must have, hour for hour, so that sums are compared with it. */
const LEAST_COMPARABLE = 0.5

/**
 * Whether sums of a time may be compared with those of the time before, each with its hours: not with a time in which much less was
 * reported, as where the trucks were not there yet.
 */
export const isComparable = (now: Figures, hours: number, before: Figures, hoursBefore: number): boolean =>
  knownSecondsOf(before) * hours >= LEAST_COMPARABLE * knownSecondsOf(now) * hoursBefore
