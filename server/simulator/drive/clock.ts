/** India's offset from UTC in seconds; the trucks' drivers live by it. */
const IST_S = 5.5 * 3600

/** Hour of the day in India, 0 up to below 24, at `time` seconds since 1970. */
export const hourAt = (time: number): number => ((time + IST_S) / 3600) % 24

/** Seconds from `time` until the next moment that is `hour` in India. */
export const secondsUntilHour = (time: number, hour: number): number =>
  ((hour - hourAt(time) + 24) % 24) * 3600

/** How freely traffic flows, as a share of the road's pace: slow in towns at rush hours, a little faster at night. */
export const flowAt = (time: number, inTown: boolean): number => {
  const hour = hourAt(time)
  const rush = (hour >= 8 && hour < 11) || (hour >= 17 && hour < 20.5)
  if (rush) return inTown ? 0.72 : 0.95
  return hour < 5 || hour >= 22 ? 1.05 : 1
}
