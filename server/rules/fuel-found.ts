import type { Away } from './fuel-away.ts'
import { evidenceOf, type Found } from './rule.ts'
import type { Level } from './tank-levels.ts'

/** A drop of the level, or a filling. */
export type Sign = 1 | -1

const hundredths = (litres: number): number => Math.round(litres * 100) / 100

/**
 * A change of the fuel level as an alert, litres: by `litres` to `to`, which is more than the limit of this truck and at least the
 * threshold. `from` is the last level before the change, `first` and `last` are its own; it was raised when `seen`.
 */
export const foundOf = (change: {
  readonly sign: Sign
  readonly from: Level
  readonly first: Level
  readonly last: Level
  readonly seen: NonNullable<Away['raised']>
  readonly litres: number
  readonly to: number
  readonly threshold: number
  readonly limit: number
  readonly scatter: number
  readonly isOver: boolean
}): Found => {
  const { sign, from, first, last, seen, to, threshold, limit } = change
  const litres = hundredths(change.litres)
  return {
    subject: '',
    began: from.time,
    time: seen.time,
    ended: change.isOver ? last.time : null,
    lastSeen: last.time,
    lng: first.lng,
    lat: first.lat,
    value: litres,
    durationS: null,
    evidence: {
      rule: { threshold, leastLitres: hundredths(limit), scatterLitres: hundredths(change.scatter) },
      figures: { threshold, litres, from: hundredths(to - sign * litres), to: hundredths(to) },
      fence: seen.fence,
      fixes: [
        evidenceOf('began', from, from.litres),
        evidenceOf('raised', seen, seen.litres),
        ...(change.isOver ? [evidenceOf('ended', last, last.litres)] : []),
      ],
    },
  }
}
