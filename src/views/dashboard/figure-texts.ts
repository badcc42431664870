import { shiftDay } from '#domain/company-time.ts'
import { FIGURE } from '#src/texts/en/dashboard.ts'
import { formatDayText } from '../kit/formats.ts'
import { formatPercent, NOT_KNOWN } from '../kit/measures.ts'

/** Below this relative change, figures count as the same. */
const SAME_PERCENT = 0.5

/** `61.3 %` of a percentage. */
export const percentText = (value: number | null): string =>
  value === null ? NOT_KNOWN : FIGURE.percent({ value: formatPercent(value) })

/** `20 Nov`, or `14 Nov – 20 Nov` of several days from `day` on; days of another year than `today`'s with theirs. */
export const daysLabel = (day: string, days: number, today: string): string => {
  const textOf = (each: string) => formatDayText(each, each.slice(0, 4) !== today.slice(0, 4))
  return days <= 1 ? textOf(day) : FIGURE.week({ from: textOf(day), to: textOf(shiftDay(day, days - 1)) })
}

/** `3.50 kmpl in the 7 days before`; of what is not known of them, a sentence that says so. */
export const beforeText = (before: number | null, textOf: (value: number) => string, days: number): string =>
  before === null ? FIGURE.unknownBefore({ days }) : FIGURE.before({ value: textOf(before), days })

type Directions = Readonly<
  Record<'rose' | 'fell', (values: { percent: string; days: number }) => string> & {
    same: (values: { days: number }) => string
  }
>

/** Says how a figure changed against the same number of days before; null where nothing is known of them. */
export const changeText = (
  texts: Directions,
  now: number | null,
  before: number | null,
  days: number,
): string | null => {
  if (now === null || before === null || before <= 0) return null
  const percent = (now / before - 1) * 100
  if (Math.abs(percent) < SAME_PERCENT) return texts.same({ days })
  const direction = percent > 0 ? 'rose' : 'fell'
  return texts[direction]({ percent: formatPercent(Math.abs(percent)), days })
}
