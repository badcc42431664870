import { RULES } from './limits.ts'
import type { Reading } from './reading.ts'
import { evidenceOf, type Found, type Rule, type Step } from './rule.ts'
import { STATE } from './standing-state.ts'
import type { AlertEvidence } from './types.ts'

/** A known level of the fuel tank, litres. */
type Level = Pick<Reading, 'time' | 'lng' | 'lat'> & { readonly litres: number }

type Change = {
  readonly kind: 'drop' | 'fill'
  readonly first: Level
  readonly seen: Level
  readonly last: Level
  readonly fence: AlertEvidence['fence']
}

/** Levels since the vehicle stands, as far as they can still matter, and the change that is going on. */
export type FuelState = { readonly levels: readonly Level[]; readonly change: Change | null }

/** Whether the vehicle was standing between the fix before and this one. */
const stoodBefore = ({ before, state, gapS, metres, lasts }: Step): boolean => {
  if (before === null || gapS < 0) return false
  if (!lasts) return metres <= RULES.samePlaceM
  return state >= STATE.idling || before.state >= STATE.idling
}

/** The levels that a change by the fix at `time` can have begun with: the last one, and those of the window before it. */
const nearLevels = (levels: readonly Level[], time: number): readonly Level[] =>
  levels.filter((level, i) => i === levels.length - 1 || time - level.time <= RULES.levelWindowS * 1000)

/**
 * Leaves out levels that can be neither the highest nor the lowest of any window any more, because later ones are as high and as low:
 * a sensor that trembles leaves a few.
 */
const undominated = (levels: readonly Level[]): readonly Level[] => {
  let [highest, lowest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const kept: Level[] = []
  for (let i = levels.length - 1; i >= 0; i -= 1) {
    const level = levels[i] as Level
    if (level.litres <= highest && level.litres >= lowest) continue
    highest = Math.max(highest, level.litres)
    lowest = Math.min(lowest, level.litres)
    kept.push(level)
  }
  return kept.reverse()
}

/** The highest or lowest level; the latest of equal ones. */
const extremeOf = (levels: readonly Level[], sign: 1 | -1): Level | undefined =>
  levels.reduce<Level | undefined>(
    (best, level) => (best === undefined || sign * level.litres >= sign * best.litres ? level : best),
    undefined,
  )

/**
 * Sudden changes of the fuel level while standing, which are theft or refuelling (ALR-05), of at least so many litres. Reports those of
 * one kind: both kinds are followed, because the end of one is where the next begins.
 */
export const fuelRule = (
  reported: 'drop' | 'fill',
  { dropLitres, fillLitres }: { dropLitres: number; fillLitres: number },
): Rule<FuelState> => {
  const threshold = reported === 'drop' ? dropLitres : fillLitres
  const foundOf = ({ first, seen, last, fence }: Change, ended: boolean): Found => {
    const litres = Math.round(Math.abs(last.litres - first.litres) * 100) / 100
    return {
      subject: '',
      began: first.time,
      time: seen.time,
      ended: ended ? last.time : null,
      lastSeen: last.time,
      lng: seen.lng,
      lat: seen.lat,
      value: litres,
      durationS: null,
      evidence: {
        rule: { threshold, windowS: RULES.levelWindowS, stepLitres: RULES.levelStepLitres },
        figures: { threshold, litres, from: first.litres, to: last.litres },
        fence,
        fixes: [
          evidenceOf('began', first, first.litres),
          evidenceOf('raised', seen, seen.litres),
          ...(ended ? [evidenceOf('ended', last, last.litres)] : []),
        ],
      },
    }
  }

  return {
    step: (state, step, report) => {
      const { now, before } = step
      const isKnown = !Number.isNaN(now.fuel)
      const level: Level = { time: now.time, lng: now.lng, lat: now.lat, litres: now.fuel }
      if (!stoodBefore(step)) {
        if (state?.change?.kind === reported) report(foundOf(state.change, true))
        return isKnown ? { levels: [level], change: null } : null
      }
      if (!isKnown) return state
      let levels = state?.levels ?? []
      if (state?.change) {
        const { change } = state
        const further = (change.kind === 'drop' ? -1 : 1) * (now.fuel - change.last.litres)
        if (further >= RULES.levelStepLitres) return { levels: [], change: { ...change, last: level } }
        if (change.kind === reported) report(foundOf(change, true))
        levels = [change.last]
      }
      const near = nearLevels(levels, now.time)
      // An unchanged level is no new change.
      if (now.fuel !== before?.fuel) {
        const [highest, lowest] = [extremeOf(near, 1), extremeOf(near, -1)]
        const kind =
          highest !== undefined && highest.litres - now.fuel >= dropLitres
            ? 'drop'
            : lowest !== undefined && now.fuel - lowest.litres >= fillLitres
              ? 'fill'
              : null
        const first = kind === 'drop' ? highest : lowest
        if (kind !== null && first !== undefined) {
          const change: Change = { kind, first, seen: level, last: level, fence: step.fence() }
          if (kind === reported) report(foundOf(change, false))
          return { levels: [], change }
        }
      }
      return { levels: undominated([...near, level]), change: null }
    },
    open: ({ change }) => (change !== null && change.kind === reported ? [foundOf(change, false)] : []),
  }
}
