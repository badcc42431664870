import { MINUTE_MS } from '#domain/units.ts'
import { type Mean, middleOf } from './tank-levels.ts'

/** The mean level of two minutes of the clock. */
type Slot = Mean & { readonly slot: number }

type Held = { readonly time: number; readonly litres: number }

/**
 * Levels on the road: the last slots, the latest last, as they were at the beginning of the current one, and what was burnt since. `held`
 * are the last two readings, their litres as they would be now.
 */
export type Road = {
  readonly current: Slot | null
  readonly earlier: readonly Slot[]
  readonly burnt: number
  readonly held: readonly Held[]
}

export const NO_ROAD: Road = { current: null, earlier: [], burnt: 0, held: [] }

const SLOT_MS = 2 * MINUTE_MS
const SLOTS_KEPT = 10
/** A slot with so many readings counts wholly: what sloshes is the same for some seconds. */
const READINGS_OF_SLOT = 3

/**
 * Adds a level at `time` (ms); `burnt` litres were used since the one before. Each counts once the next one is there, as the middle of the
 * three around it, so that a single wrong value is none; the first one as the second.
 */
export const withLevel = (
  { current, earlier, burnt, held: [before, last] }: Road,
  time: number,
  litres: number,
  used: number,
): Road => {
  const since = burnt + used
  const now = { time, litres }
  if (before === undefined || last === undefined)
    return {
      current,
      earlier,
      burnt: since,
      held: before === undefined ? [now] : [{ time: before.time, litres: before.litres - used }, now],
    }
  const held = [{ time: last.time, litres: last.litres - used }, now]
  const reading = middleOf(before.litres - used, last.litres - used, litres)
  const slot = Math.floor(last.time / SLOT_MS)
  if (current !== null && current.slot === slot) {
    const count = current.count + 1
    const mean = current.litres + (reading - current.litres) / count
    return { current: { slot, litres: mean, count }, earlier, burnt: since, held }
  }
  const all = current === null ? earlier : [...earlier, current]
  return {
    current: { slot, litres: reading, count: current === null ? 2 : 1 },
    earlier: all
      .slice(-SLOTS_KEPT)
      .map((each) => ({ slot: each.slot, litres: each.litres - since, count: each.count })),
    burnt: 0,
    held,
  }
}

/** A road that goes on after a stop, where the tank may have been filled or emptied. */
export const afterStop = ({ current, earlier, burnt }: Road): Road => ({
  current,
  earlier,
  burnt,
  held: [],
})

/** The number of slots, also begun ones, and that of readings. */
export const slotsOf = ({ current, earlier }: Road): number => earlier.length + (current === null ? 0 : 1)
export const readingsOf = ({ current, earlier }: Road): number =>
  earlier.reduce((all, { count }) => all + count, current?.count ?? 0)

/** The mean level as it is now, of slots since `since` (ms), which counts in slots; null without one. */
export const roadMean = (
  { current, earlier, burnt }: Road,
  since = Number.NEGATIVE_INFINITY,
): Mean | null => {
  let [sum, weight] = [0, 0]
  for (let k = 0; k <= earlier.length; k += 1) {
    const each = earlier[k] ?? current
    if (each === null || each.slot * SLOT_MS < since) continue
    const part = Math.min(1, each.count / READINGS_OF_SLOT)
    sum += (each.litres - (k < earlier.length ? burnt : 0)) * part
    weight += part
  }
  return weight === 0 ? null : { litres: sum / weight, count: weight }
}

/** How far the last two whole slots are apart, if the latest reading has begun a new one after both; else null. */
export const slotsApart = ({ current, earlier }: Road): number | null => {
  const [before, last] = [earlier.at(-2), earlier.at(-1)]
  if (current?.count !== 1 || before === undefined || last === undefined) return null
  return last.slot - before.slot <= SLOTS_APART ? last.litres - before.litres : null
}

const SLOTS_APART = 5
