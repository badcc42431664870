import type { Figures } from '#domain/figure-fields.ts'
import { odometerDoubtOf, odometerShareOf } from '#domain/figures.ts'
import { DISTANCE_SOURCE } from '#src/texts/en/measures.ts'
import { formatFigure, formatPercent, NOT_KNOWN } from './measures.ts'

type Distances = Pick<Figures, 'distanceKm' | 'odometerKm' | 'doubtedKm' | 'doubtedOdometerKm'>

const percentOf = (share: number): number => share * 100

/** By how much odometer and positions differ, whichever is greater. */
const factorText = (factor: number): string => formatFigure('factor', Math.max(factor, 1 / factor))

/** `82.0 % by odometer, 18.0 % by positions` of the part of a distance that the odometer tells, 0 to 1. */
export const sharesText = (odometerShare: number): string => {
  const odometer = percentOf(odometerShare)
  return DISTANCE_SOURCE.shares({
    odometer: formatPercent(odometer),
    positions: formatPercent(100 - odometer),
  })
}

/** The percentage of a distance that the odometer tells, and why it is not believed for the rest: `82.0` or `0.0, stood still`. */
export const odometerShareText = (figures: Distances): string => {
  const share = odometerShareOf(figures)
  if (share === null) return NOT_KNOWN
  const odometer = formatPercent(percentOf(share))
  const doubt = odometerDoubtOf(figures)
  return doubt?.kind === 'factor'
    ? DISTANCE_SOURCE.share.factor({ odometer, factor: factorText(doubt.factor) })
    : DISTANCE_SOURCE.share[doubt?.kind ?? 'sure']({ odometer })
}

/** What the distance of a vehicle was measured by, and why not by the odometer where that was not believed; null without a distance. */
export const distanceSourceText = (figures: Distances): string | null => {
  const share = odometerShareOf(figures)
  if (share === null) return null
  const doubt = odometerDoubtOf(figures)
  const shares = sharesText(share)
  if (doubt === null) return shares
  const reason =
    doubt.kind === 'factor'
      ? DISTANCE_SOURCE.factor({ factor: factorText(doubt.factor) })
      : DISTANCE_SOURCE[doubt.kind]
  return `${shares}. ${reason}`
}
