import type { Sign } from './fuel-found.ts'
import { type FuelLevels, type FuelLimits, type FuelState, fuelLevels } from './fuel-levels.ts'
import type { Found, Rule, Step } from './rule.ts'

const SIGN = { drop: -1, fill: 1 } as const

/** The rules of the fuel of one vehicle, which follow the same levels once as long as their limits and states are the same. */
export type FuelRules = (
  reported: keyof typeof SIGN,
  limits: Pick<FuelLimits, 'dropLitres' | 'fillLitres'>,
) => Rule<FuelState>

/** Makes the rules that report drops and fillings of the fuel in a tank of so many litres, null where nobody knows them. */
export const createFuelRules = (tankLitres: number | null): FuelRules => {
  const byLimits = new Map<string, FuelLevels>()
  return (reported, limits) => {
    const key = `${limits.dropLitres} ${limits.fillLitres}`
    const levels = byLimits.get(key) ?? followedOnce(fuelLevels({ ...limits, tankLitres }))
    byLimits.set(key, levels)
    const own = SIGN[reported]
    return {
      step: (given, step, report) =>
        levels.step(given, step, (sign, found) => {
          if (sign === own) report(found)
        }),
      open: (state) => levels.open(state).flatMap(([sign, found]) => (sign === own ? [found] : [])),
    }
  }
}

/** Remembers the last step, for the rule that makes the same one next. */
const followedOnce = (levels: FuelLevels): FuelLevels => {
  const found: Array<readonly [Sign, Found]> = []
  let now: Step['now'] | null = null
  let given: FuelState | null = null
  let after: FuelState | null = null
  return {
    step: (state, step, report) => {
      if (now !== step.now || given !== state) {
        found.length = 0
        after = levels.step(state, step, (sign, one) => void found.push([sign, one]))
        now = step.now
        given = state
      }
      for (const [sign, one] of found) report(sign, one)
      return after
    },
    open: levels.open,
  }
}
