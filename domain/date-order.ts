/** Orders in which a date in numbers may be written. */
export const DATE_ORDERS = ['dayFirst', 'monthFirst', 'yearFirst'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Three numbers of a date, as they stand in a text, and the orders that its form allows. */
export type DateNumbers = {
  readonly numbers: readonly [number, number, number]
  readonly orders: readonly DateOrder[]
}

/** The day that the numbers mean in this order, ms as if in UTC; NaN where there is no such day. Years of two digits are those from 2000 on. */
export const dayOfNumbers = ([first, second, third]: DateNumbers['numbers'], order: DateOrder): number => {
  const [day, month, year] = {
    dayFirst: [first, second, third] as const,
    monthFirst: [second, first, third] as const,
    yearFirst: [third, second, first] as const,
  }[order]
  const ms = Date.UTC(year < 100 ? 2000 + year : year, month - 1, day)
  const isDay = month >= 1 && month <= 12 && day >= 1 && new Date(ms).getUTCDate() === day
  return isDay ? ms : Number.NaN
}
