import { FIX_FIELDS } from './fix-fields.ts'
import { roundTo } from './rounding.ts'
import { HOLDS_FOR_S } from './silence.ts'

/**
 * The speed, km/h, at a fix that has none, `metres` and `ms` after the one before; NaN where that does not tell it: after a gap in which
 * anything may have happened, and where it would be faster than any vehicle.
 */
export const speedBetween = (metres: number, ms: number): number => {
  const kmph = (metres * 3600) / ms
  return ms > 0 && ms <= HOLDS_FOR_S * 1000 && kmph <= FIX_FIELDS.speed.range[1]
    ? roundTo(kmph, 1)
    : Number.NaN
}
