import { istDateTime } from '#domain/ist.ts'
import { clockText } from '#domain/units.ts'
import { FLEET } from '#src/texts/en/fleet.ts'
import { STATUS_LABEL } from '#src/texts/en/measures.ts'
import { formatAge, formatDateTime, formatShownTime } from '#src/views/kit/formats.ts'
import { formatMeasure, speedMeasure } from '#src/views/kit/measures.ts'
import { median } from './median.ts'
import type { BenchResult } from './result.ts'

const ROWS = 10_000
const RUNS = 15
/** One row in this many is on the screen, so the whole list is never formatted in one frame. */
const GOAL_MS = 100

const NOW = Date.UTC(2026, 10, 20, 5, 15)
const rows = Array.from({ length: ROWS }, (_, row) => ({
  speed: row % 90,
  time: NOW - (row % 7200) * 1000,
  city: `Town ${row % 300}`,
  eta: istDateTime(NOW + row * 60_000),
}))

const ours = () =>
  rows.map(({ speed, time, city, eta }) =>
    [
      formatMeasure(speedMeasure(speed)),
      STATUS_LABEL.RUNNING,
      FLEET.tripTo({ city }),
      FLEET.arrives({ eta: formatShownTime(eta) }),
      formatDateTime(time),
      formatAge(NOW - time),
    ].join('|'),
  )

/** The same texts by hand, in one language, one unit and one time zone. */
const byHand = () =>
  rows.map(({ speed, time, city, eta }) =>
    [
      `${speed.toFixed(2)} kmph`,
      'Running',
      `Trip to ${city}`,
      `arrives ${eta}`,
      istDateTime(time),
      `${clockText((NOW - time) / 1000)} ago`,
    ].join('|'),
  )

const timed = (work: () => readonly string[]): number => {
  const began = performance.now()
  if (work().length !== ROWS) throw new Error('Rows are missing.')
  return performance.now() - began
}

/** The texts of 10,000 rows of the list, beside the same written by hand. */
export const run = async (): Promise<BenchResult[]> => {
  const [first] = [ours()[0]]
  if (first !== byHand()[0]) throw new Error(`Other texts are compared: ${first} and ${byHand()[0]}`)
  const pairs = Array.from({ length: RUNS }, () => [timed(ours), timed(byHand)] as const)
  const [value, floor] = [median(pairs.map(([one]) => one)), median(pairs.map(([, other]) => other))]
  return [
    {
      name: `the texts of ${ROWS.toLocaleString('en-IN')} rows of the list in the user's language, units and time zone, beside one of each by hand`,
      ...{ value, unit: 'ms', floor, ratio: value / floor },
      goal: `≤ ${GOAL_MS} ms`,
      ok: value <= GOAL_MS,
    },
  ]
}
