import { RULES } from './rules.ts'
import { gapS, STATE, type Timeline } from './timeline.ts'

/** Litres that left (`drop`) or entered (`fill`) the fuel tank between fixes `first` and `last`; `seen` is the fix that revealed it. */
export type FuelChange = {
  readonly kind: 'drop' | 'fill'
  readonly first: number
  readonly seen: number
  readonly last: number
  readonly litres: number
}

/** Whether the vehicle was standing between fix i - 1 and fix i. */
const stoodBefore = (timeline: Timeline, i: number): boolean => {
  const isStill = (at: number) => (timeline.state[at] ?? STATE.unknown) >= STATE.idling
  if (gapS(timeline, i) > RULES.stateGapS) return (timeline.step[i] ?? 0) <= RULES.samePlaceM
  return isStill(i) || isStill(i - 1)
}

/** Sudden changes of the fuel level while standing, which are theft or refuelling; ascending, not overlapping. */
export const fuelChanges = (timeline: Timeline): FuelChange[] => {
  const { fuel, time, length } = timeline.columns
  const changes: FuelChange[] = []
  let stillSince = 0
  for (let i = 1; i < length; i += 1) {
    if (!stoodBefore(timeline, i)) {
      stillSince = i
      continue
    }
    const now = fuel[i] ?? Number.NaN
    // An unchanged level is no new change.
    if (Number.isNaN(now) || now === fuel[i - 1]) continue
    let [highest, lowest] = [-1, -1]
    for (let k = i - 1; k >= stillSince; k -= 1) {
      const level = fuel[k] ?? Number.NaN
      if (Number.isNaN(level)) continue
      const near = (time[i] ?? 0) - (time[k] ?? 0) <= RULES.levelWindowS * 1000
      if (!near && highest >= 0) break
      if (highest < 0 || level > (fuel[highest] ?? 0)) highest = k
      if (lowest < 0 || level < (fuel[lowest] ?? 0)) lowest = k
    }
    if (highest < 0) continue
    const change = changeAt(timeline, i, highest, lowest)
    if (!change) continue
    changes.push(change)
    stillSince = change.last
    i = Math.max(i, change.last)
  }
  return changes
}

const changeAt = (timeline: Timeline, seen: number, highest: number, lowest: number): FuelChange | null => {
  const { fuel } = timeline.columns
  const now = fuel[seen] ?? Number.NaN
  const kind =
    (fuel[highest] ?? 0) - now >= RULES.fuelDropLitres
      ? 'drop'
      : now - (fuel[lowest] ?? 0) >= RULES.fuelFillLitres
        ? 'fill'
        : null
  if (kind === null) return null
  const first = kind === 'drop' ? highest : lowest
  const sign = kind === 'drop' ? -1 : 1
  let last = seen
  for (let i = seen + 1; i < timeline.columns.length && stoodBefore(timeline, i); i += 1) {
    const further = sign * ((fuel[i] ?? Number.NaN) - (fuel[last] ?? 0))
    if (Number.isNaN(further)) continue
    if (further < RULES.levelStepLitres) break
    last = i
  }
  const litres = Math.abs((fuel[last] ?? 0) - (fuel[first] ?? 0))
  return { kind, first, seen, last, litres }
}
