import { DATE_ORDERS, type DateNumbers, type DateOrder, dayOfNumbers } from '#domain/date-order.ts'
import { IMPORT } from './limits.ts'
import type { WrittenTime } from './written-time.ts'

/** So many steps from row to row must all lead one way before their order proves that of the dates. */
const LEAST_STEPS = 5

type Steps = { up: number; down: number }

/** What the dates of a file prove: their order, or that it is open among some, with a date that may be either. */
export type DatesFound =
  | { readonly order: DateOrder; readonly open?: never }
  | { readonly order?: never; readonly open: readonly DateReading[]; readonly example: string }

/** The day (`YYYY-MM-DD`) that a date is in an order; null where it is none. */
export type DateReading = { readonly order: DateOrder; readonly day: string | null }

/**
 * Finds the order of the numbers in the dates of a file: some days have one order only, and rows in order of time prove it. Where both
 * read the same, as 05/05, it does not matter.
 */
export const createDateSurvey = () => {
  const refuted = new Map<DateOrder, number>()
  const steps = new Map<DateOrder, Steps>(DATE_ORDERS.map((order) => [order, { up: 0, down: 0 }]))
  const last = new Map<string, Map<DateOrder, number>>()
  const allowed = new Set<DateOrder>()
  let example: { readonly text: string; readonly numbers: DateNumbers['numbers'] } | undefined
  let isEither = false
  let hasPoints = true

  const step = (vehicle: string, order: DateOrder, time: number): void => {
    if (last.size >= IMPORT.newVehicles && !last.has(vehicle)) return
    const before = last.get(vehicle) ?? new Map<DateOrder, number>()
    last.set(vehicle, before)
    const previous = before.get(order)
    before.set(order, time)
    const counts = steps.get(order)
    if (previous === undefined || counts === undefined || previous === time) return
    if (time > previous) counts.up += 1
    else counts.down += 1
  }

  const isMonotone = (order: DateOrder): boolean => {
    const { up, down } = steps.get(order) ?? { up: 0, down: 0 }
    return Math.min(up, down) === 0 && up + down >= LEAST_STEPS
  }
  const goesBack = (order: DateOrder): boolean => {
    const { up, down } = steps.get(order) ?? { up: 0, down: 0 }
    return up > 0 && down > 0
  }

  const readingIn = (order: DateOrder): DateReading => {
    const day = example === undefined ? Number.NaN : dayOfNumbers(example.numbers, order)
    return { order, day: Number.isNaN(day) ? null : new Date(day).toISOString().slice(0, 10) }
  }

  return {
    note: (
      vehicle: string,
      { date, timeOfDay = 0, hasPoints: isPointed = false }: WrittenTime,
      text: string,
    ): void => {
      if (date === undefined || date.orders.length < 2) return
      const days = date.orders.map((order) => [order, dayOfNumbers(date.numbers, order)] as const)
      const possible = days.filter(([, day]) => !Number.isNaN(day))
      if (possible.length === 0) return
      for (const [order, day] of days) {
        allowed.add(order)
        if (Number.isNaN(day)) refuted.set(order, (refuted.get(order) ?? 0) + 1)
        else step(vehicle, order, day + timeOfDay)
      }
      hasPoints &&= isPointed
      const differs = new Set(possible.map(([, day]) => day)).size > 1
      if (example === undefined || (differs && !isEither)) example = { text, numbers: date.numbers }
      isEither ||= differs
    },

    /** `chosen` is what the user says, which decides where the file does not. */
    found: (chosen: DateOrder | undefined): DatesFound => {
      const all = [...allowed]
      const standing = all.filter((order) => !refuted.has(order))
      const [only = 'dayFirst'] = standing
      if (all.length === 0 || standing.length === 1) return { order: only }
      // Dates of both orders: none reads all.
      const open = standing.length === 0 ? all : standing
      if (standing.length > 0 && !isEither) return { order: only }
      const proven = standing.find(isMonotone)
      if (proven !== undefined && standing.every((one) => one === proven || goesBack(one)))
        return { order: proven }
      if (standing.includes('dayFirst') && hasPoints) return { order: 'dayFirst' }
      if (chosen !== undefined && open.includes(chosen)) return { order: chosen }
      return { open: open.map(readingIn), example: example?.text ?? '' }
    },
  }
}

/**
 * Finds whether a file has days without a time of day only, though a vehicle is at several places on one of them: midnight is then the
 * time of none.
 */
export const createDaysAlone = () => {
  const places = new Map<string, string>()
  let hasTimeOfDay = false
  let isAtTwo = false
  return {
    /** Whether nothing more can be found. */
    isSettled: (): boolean => hasTimeOfDay,
    note: (vehicle: string, { epoch, timeOfDay, date }: WrittenTime, place: string): void => {
      hasTimeOfDay ||= epoch !== undefined || timeOfDay !== undefined
      const key = `${date?.numbers.join()} ${vehicle}`
      const known = places.get(key)
      if (known === undefined && places.size < IMPORT.newVehicles) places.set(key, place)
      isAtTwo ||= known !== undefined && known !== place
    },
    found: (): boolean => isAtTwo && !hasTimeOfDay,
  }
}
