const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const IST_OFFSET_MS = 5.5 * HOUR_MS
const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12, 24, 48, 96, 168].map((hours) => hours * HOUR_MS),
]
const LABEL_PX = 72

/** Round times of an Indian clock within a span (ms UTC), as many as fit side by side into `width` px. */
export const timeMarks = (from: number, to: number, width: number): number[] => {
  const fits = Math.max(1, Math.floor(width / LABEL_PX))
  const step = STEPS_MS.find((candidate) => (to - from) / candidate <= fits) ?? (to - from) / fits
  const first = Math.ceil((from + IST_OFFSET_MS) / step) * step - IST_OFFSET_MS
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, i) => first + i * step)
}
