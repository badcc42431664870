import { EVENT_BIT, type EventCode } from '#domain/fix.ts'
import type { DayVehicle, EventRow } from './close-day.ts'
import type { FuelChange } from './fuel-changes.ts'
import { RULES } from './rules.ts'
import {
  gapS,
  parkedGap,
  peakOf,
  reachedAt,
  type Span,
  STATE,
  setOwnEventBit,
  spansOf,
  type Timeline,
} from './timeline.ts'

/** Makes a row at fix `i`; null if that fix belongs to another day. */
export const rowAt = (
  { columns, first }: Timeline,
  i: number,
  row: Pick<EventRow, 'code' | 'kind'> & Partial<Pick<EventRow, 'value' | 'durationS' | 'detail'>>,
): EventRow | null =>
  i < first || i >= columns.length
    ? null
    : {
        time: columns.time[i] ?? 0,
        lng: columns.lng[i] ?? 0,
        lat: columns.lat[i] ?? 0,
        value: null,
        durationS: null,
        detail: {},
        ...row,
      }

type SpanRule = {
  readonly event?: EventCode
  readonly alert: string
  readonly holds: (i: number) => boolean
  readonly isParked?: boolean
  /** Seconds that it must last to count. */
  readonly afterS: number
  readonly value: (span: Span) => number | null
  readonly detail: Readonly<Record<string, unknown>>
}

/** Events and alerts that have a duration: overspeed, idling, stoppage, overrun, neutral driving, AdBlue zone. */
export const spanEvents = (timeline: Timeline, { segment }: DayVehicle): EventRow[] => {
  const { columns, state } = timeline
  const { speed, rpm, neutral, adblueZone } = columns
  const overrun = RULES.overrunAbove[segment]
  const seconds = (span: Span) => durationS(timeline, span)
  const rules: SpanRule[] = [
    {
      event: 'OS',
      alert: 'OVERSPEED',
      holds: (i) => (speed[i] ?? 0) > RULES.overspeedAbove,
      afterS: 0,
      value: (span) => peakOf(speed, span),
      detail: { limit: RULES.overspeedAbove },
    },
    {
      event: 'ID',
      alert: 'IDLING',
      holds: (i) => state[i] === STATE.idling,
      afterS: RULES.idlingS,
      value: seconds,
      detail: { thresholdS: RULES.idlingS },
    },
    {
      event: 'VS',
      alert: 'STOPPAGE',
      holds: (i) => state[i] === STATE.stopped,
      isParked: true,
      afterS: RULES.stoppageS,
      value: seconds,
      detail: { thresholdS: RULES.stoppageS },
    },
    {
      event: 'EO',
      alert: 'ENGINEOVERRUN',
      holds: (i) => (rpm[i] ?? 0) > overrun,
      afterS: 0,
      value: (span) => peakOf(rpm, span),
      detail: { limit: overrun },
    },
    {
      alert: 'NEUTRALDRIVING',
      holds: (i) => neutral[i] === 1 && (speed[i] ?? 0) > RULES.neutralAbove,
      afterS: RULES.neutralS,
      value: (span) => peakOf(speed, span),
      detail: { thresholdS: RULES.neutralS },
    },
    {
      alert: 'ADBLUEZONE',
      holds: (i) => {
        const zone = adblueZone[i] ?? 0
        return zone >= RULES.adblueZoneFrom && zone <= RULES.adblueZoneTo
      },
      afterS: 0,
      value: (span) => adblueZone[span.first] ?? null,
      detail: {},
    },
  ]
  return rules.flatMap((rule) =>
    spansOf(timeline, rule.holds, rule.isParked ? parkedGap : undefined).flatMap((span) =>
      rowsOfSpan(timeline, rule, span),
    ),
  )
}

const durationS = ({ columns }: Timeline, span: Span): number =>
  (span.end - (columns.time[span.first] ?? 0)) / 1000

/**
 * The alert is placed at the fix at which the span had lasted long enough, so it is raised on one day only. The event is placed
 * at the span's first fix of the day; a span that began the day before is an event of both days and says when it began.
 */
const rowsOfSpan = (timeline: Timeline, rule: SpanRule, span: Span): EventRow[] => {
  const { first, columns } = timeline
  const reached = reachedAt(timeline, span, rule.afterS)
  if (reached === null || span.last < first) return []
  const since = columns.time[span.first] ?? 0
  const value = rule.value(span)
  const rows: Array<EventRow | null> = [
    rowAt(timeline, reached, {
      code: rule.alert,
      kind: 'alert',
      value,
      durationS: durationS(timeline, span),
      detail: { ...rule.detail, since },
    }),
  ]
  if (rule.event) {
    const at = Math.max(span.first, first)
    rows.push(
      rowAt(timeline, at, {
        code: rule.event,
        kind: 'event',
        value,
        durationS: (span.end - (columns.time[at] ?? 0)) / 1000,
        detail: { ...rule.detail, since },
      }),
    )
    if (span.first >= first) setOwnEventBit(timeline, span.first, EVENT_BIT[rule.event])
  }
  return rows.filter((row) => row !== null)
}

/** Fuel theft and refuelling. */
export const fuelEvents = (timeline: Timeline, changes: readonly FuelChange[]): EventRow[] =>
  changes.flatMap(({ kind, first, seen, last, litres }) => {
    const { fuel } = timeline.columns
    const what = { value: litres, detail: { from: fuel[first], to: fuel[last] } }
    const rows =
      kind === 'fill'
        ? [rowAt(timeline, seen, { code: 'FUELFILL', kind: 'alert', ...what })]
        : [
            rowAt(timeline, seen, { code: 'FUELDROP', kind: 'alert', ...what }),
            rowAt(timeline, seen, { code: 'FD', kind: 'event', ...what }),
          ]
    if (kind === 'drop' && seen >= timeline.first) setOwnEventBit(timeline, seen, EVENT_BIT.FD)
    return rows.filter((row) => row !== null)
  })

/** Harsh manoeuvres: those reported by the device, and acceleration and braking that successive fixes reveal. */
export const harshEvents = (timeline: Timeline): EventRow[] => {
  const { time, speed, events, length } = timeline.columns
  const rows: EventRow[] = []
  const lastAt = { HA: Number.NEGATIVE_INFINITY, HB: Number.NEGATIVE_INFINITY, HC: Number.NEGATIVE_INFINITY }
  for (let i = 0; i < length; i += 1) {
    const gap = i === 0 ? 0 : gapS(timeline, i)
    const rate =
      gap > 0 && gap <= RULES.harshGapS
        ? ((speed[i] ?? Number.NaN) - (speed[i - 1] ?? Number.NaN)) / gap
        : Number.NaN
    for (const code of ['HA', 'HB', 'HC'] as const) {
      const reported = ((events[i] ?? 0) & EVENT_BIT[code]) !== 0
      const measured =
        (code === 'HA' && rate >= RULES.harshKmphPerS) || (code === 'HB' && rate <= -RULES.harshKmphPerS)
      if (!reported && !measured) continue
      const now = time[i] ?? 0
      const isNew = now - lastAt[code] > RULES.harshQuietS * 1000
      lastAt[code] = now
      if (!isNew) continue
      const row = rowAt(timeline, i, {
        code,
        kind: 'event',
        value: measured ? Math.round(Math.abs(rate) * 10) / 10 : null,
        detail: { speed: Number.isNaN(speed[i] ?? Number.NaN) ? null : speed[i] },
      })
      if (row) rows.push(row)
      if (i >= timeline.first) setOwnEventBit(timeline, i, EVENT_BIT[code])
    }
  }
  return rows
}

/** Low AdBlue: once, until the tank has been filled. */
export const adblueEvents = (timeline: Timeline, { adblueTankLitres }: DayVehicle): EventRow[] => {
  const { adblue, length } = timeline.columns
  const limit = adblueTankLitres === null ? RULES.adblueLowLitres : adblueTankLitres * RULES.adblueLowPart
  const rows: EventRow[] = []
  let isLow = false
  for (let i = 0; i < length; i += 1) {
    const litres = adblue[i] ?? Number.NaN
    if (litres > limit + RULES.adblueRearmLitres) isLow = false
    if (isLow || !(litres <= limit)) continue
    isLow = true
    const row = rowAt(timeline, i, { code: 'ADBLUELOW', kind: 'alert', value: litres, detail: { limit } })
    if (row) rows.push(row)
  }
  return rows
}
