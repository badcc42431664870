import type { AlertCode } from '#domain/alerts.ts'
import { EVENT_BIT, type EventCode } from '#domain/fix.ts'
import { insertionIndex } from '#domain/numbers.ts'
import { NO_FENCES } from '../rules/fence-index.ts'
import { RULES } from '../rules/limits.ts'
import { INITIAL_RULES } from '../rules/rules.ts'
import { createAlertRun } from '../rules/run.ts'
import type { FoundAlert } from '../rules/types.ts'
import type { DayVehicle, EventRow } from './close-day.ts'
import type { FuelChange } from './fuel-changes.ts'
import type { Steps } from './loop-turns.ts'
import { gapS, setOwnEventBit, type Timeline } from './timeline.ts'

/** Makes a row at fix `i`; null if that fix belongs to another day. */
export const rowAt = (
  { columns, first, end }: Timeline,
  i: number,
  row: Pick<EventRow, 'code' | 'kind'> & Partial<Pick<EventRow, 'value' | 'durationS' | 'detail'>>,
): EventRow | null =>
  i < first || i >= end
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

/** The event of an alert type that lasts: a driving event (PLB-08), or ND, which no point of a playback shows. */
const EVENT_OF: Partial<Record<AlertCode, EventCode | 'ND'>> = {
  OVERSPEED: 'OS',
  IDLING: 'ID',
  NEUTRALDRIVING: 'ND',
  STOPPAGE: 'VS',
  ENGINEOVERRUN: 'EO',
}

/** Fixes evaluated in one step. */
const FIXES_A_STEP = 5_000

/** What the alert rules find with their initial thresholds, without fences; what lasts still, with its figures so far. In steps. */
export function* foundIn({ all }: Timeline, vehicle: DayVehicle): Steps<FoundAlert[]> {
  const run = createAlertRun({ rules: INITIAL_RULES, vehicle, fences: NO_FENCES })
  for (let from = 0; from < all.length; from += FIXES_A_STEP) {
    run.stepOver(all, from, Math.min(all.length, from + FIXES_A_STEP))
    yield
  }
  return [...run.take().filter(({ ended, isUndone }) => ended !== null && !isUndone), ...run.open()]
}

/**
 * Events that have a duration: overspeed, idling, neutral driving, stoppage, overrun. An event is one of the day on which it began, at its
 * first fix, also where it is raised after midnight. A later day on which it lasts has it at its own first fix, says since when, and marks
 * it with `continues`: it does not count there.
 */
export const spanEvents = (timeline: Timeline, found: readonly FoundAlert[]): EventRow[] =>
  found.flatMap(({ type, began, ended, lastSeen, value, evidence }) => {
    const code = EVENT_OF[type]
    const { columns, first } = timeline
    const since = insertionIndex(columns.time, began)
    if (code === undefined || insertionIndex(columns.time, lastSeen) < first) return []
    const at = Math.max(since, first)
    const until = ended ?? lastSeen
    const { limit, afterS } = evidence.rule
    const row = rowAt(timeline, at, {
      code,
      kind: 'event',
      value,
      durationS: (until - (columns.time[at] ?? 0)) / 1000,
      detail: {
        ...(limit === undefined ? { thresholdS: afterS } : { limit }),
        since: began,
        ...(began < timeline.from && { continues: true }),
      },
    })
    if (row !== null && since >= first && code !== 'ND') setOwnEventBit(timeline, since, EVENT_BIT[code])
    return row === null ? [] : [row]
  })

/** Fuel that was filled in or taken out while the vehicle stood, at the fix with which the change began. */
export const fuelEvents = (timeline: Timeline, changes: readonly FuelChange[]): EventRow[] =>
  changes.flatMap(({ kind, first, seen, last, litres }) => {
    const { fuel } = timeline.columns
    const row = rowAt(timeline, first, {
      code: kind === 'drop' ? 'FD' : 'FF',
      kind: 'event',
      value: litres,
      detail: { from: fuel[first], to: fuel[last] },
    })
    if (kind === 'drop' && seen >= timeline.first && seen < timeline.end)
      setOwnEventBit(timeline, seen, EVENT_BIT.FD)
    return row === null ? [] : [row]
  })

/** Harsh manoeuvres: those reported by the device, and acceleration and braking that successive fixes reveal. */
export const harshEvents = (timeline: Timeline): EventRow[] => {
  const { time, speed, events } = timeline.columns
  const rows: EventRow[] = []
  const lastAt = { HA: Number.NEGATIVE_INFINITY, HB: Number.NEGATIVE_INFINITY, HC: Number.NEGATIVE_INFINITY }
  for (let i = 0; i < timeline.end; i += 1) {
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
