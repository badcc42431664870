import type { Reading } from './reading.ts'
import { evidenceOf, type Found, orNull, type Rule, type Step } from './rule.ts'
import type { AlertEvidence } from './types.ts'

type Place = Pick<Reading, 'time' | 'lng' | 'lat'>
type Seen = Place & { readonly value: number | null }

/** Something that lasts: since which fix, the strongest one, and the one that raised its alert, once it has lasted long enough. */
export type Span = {
  readonly began: Seen
  readonly peak: Seen
  readonly raised: (Seen & { readonly fence: AlertEvidence['fence'] }) | null
  /** The last fix at which it held. */
  readonly last: Seen
  /** Metres until the last fix at which it held, and since. */
  readonly metres: number
  readonly metresSince: number
  /** Seconds at the strongest value, of those for which it held. */
  readonly atPeakS: number
  /** What the rule noted at its first fix. */
  readonly noted: AlertEvidence['figures']
}

/** What tells the rules that last apart. */
export type SpanKind = {
  readonly holds: (step: Step) => boolean
  /** Whether it goes on at a fix: weaker than `holds`, so that a flicker is not several alerts. */
  readonly goesOn: (step: Step) => boolean
  /** Whether what went on at the fix before goes on until this one. */
  readonly isJoined: (step: Step) => boolean
  /** Whether what a fix says holds until the next one, and not at the fixes alone. */
  readonly holdsUntilNext: boolean
  /** Whether it held since the fix before, although that one says otherwise. */
  readonly heldBefore?: (step: Step) => boolean
  /** Seconds that it must last. */
  readonly afterS: number
  /** The value that the rule looks at; NaN where the fix has none. */
  readonly valueOf: (now: Reading) => number
  /** The figure of the alert. */
  readonly figureOf: (span: Span, durationS: number) => number | null
  readonly rule: AlertEvidence['rule']
  readonly note?: (now: Reading) => AlertEvidence['figures']
  readonly figures: (span: Span, durationS: number) => AlertEvidence['figures']
}

/** Values this near to the strongest one count as it. */
const SAME_PEAK = 0.5

const seenOf = ({ time, lng, lat }: Place, value: number): Seen => ({ time, lng, lat, value: orNull(value) })
const valueAt = ({ value }: Seen): number => value ?? Number.NaN

const foundOf = (
  { rule, figureOf, figures }: SpanKind,
  span: Span,
  raised: NonNullable<Span['raised']>,
  { until, isEnded }: { until: Place; isEnded: boolean },
): Found => {
  const durationS = (until.time - span.began.time) / 1000
  const evidence = (shows: 'began' | 'raised' | 'peak', seen: Seen) => evidenceOf(shows, seen, valueAt(seen))
  return {
    subject: '',
    began: span.began.time,
    time: raised.time,
    ended: isEnded ? until.time : null,
    lastSeen: span.last.time,
    lng: raised.lng,
    lat: raised.lat,
    value: figureOf(span, durationS),
    durationS,
    evidence: {
      rule,
      figures: figures(span, durationS),
      fence: raised.fence,
      fixes: [
        evidence('began', span.began),
        evidence('raised', raised),
        evidence('peak', span.peak),
        ...(isEnded ? [evidenceOf('ended', until, Number.NaN)] : []),
      ],
    },
  }
}

/** Goes on with a span until this fix. */
const extended = (kind: SpanKind, span: Span, step: Step): Span => {
  const { now, before, gapS } = step
  const metres = span.metresSince + step.metres
  const { began, raised, noted } = span
  if (!kind.holdsUntilNext && !kind.holds(step)) return { ...span, metresSince: metres }
  const value = kind.valueOf(now)
  const [peak, last] = [valueAt(span.peak), valueAt(span.last)]
  const isStronger = value > peak || Number.isNaN(peak)
  const wasAtPeak = before?.time === span.last.time && last >= peak - SAME_PEAK
  const seen = seenOf(now, value)
  return {
    began,
    peak: isStronger ? seen : span.peak,
    raised,
    last: seen,
    metres: span.metres + metres,
    metresSince: 0,
    atPeakS: value > peak + SAME_PEAK ? 0 : span.atPeakS + (wasAtPeak ? gapS : 0),
    noted,
  }
}

const begunAt = (seen: Seen, noted: Span['noted'] = {}): Span => ({
  began: seen,
  peak: seen,
  raised: null,
  last: seen,
  metres: 0,
  metresSince: 0,
  atPeakS: 0,
  noted,
})

const begun = ({ valueOf: read, note }: SpanKind, { now }: Step): Span =>
  begunAt(seenOf(now, read(now)), note?.(now))

/** What the fix before has begun, as this one shows; null if it did not. */
const begunBefore = ({ heldBefore }: SpanKind, step: Step): Span | null =>
  step.before !== null && heldBefore?.(step) ? begunAt(seenOf(step.before, Number.NaN)) : null

/** Raises the alert of a span at this fix if it has held long enough by `until`. */
const raisedAt = (kind: SpanKind, span: Span, { now, fence }: Step, until: Place = span.last): Span => {
  if (span.raised !== null || until.time - span.began.time < kind.afterS * 1000) return span
  return { ...span, raised: { ...seenOf(now, kind.valueOf(now)), fence: fence() } }
}

/**
 * A rule about something that lasts. It ends at the first fix at which it does not go on, or where nobody knows what the vehicle did
 * since the fix before. It counts until that fix if what a fix says holds until the next one, otherwise until the last fix at which
 * it held: a single fix that may be wrong then holds for no time at all.
 */
export const spanRule = (kind: SpanKind): Rule<Span> => {
  const canHaveBegunBefore = kind.heldBefore !== undefined
  return {
    step: (state, step, report) => {
      const { now } = step
      const before = state ?? (canHaveBegunBefore ? begunBefore(kind, step) : null)
      if (before !== null) {
        const isJoined = kind.isJoined(step)
        if (isJoined && kind.goesOn(step)) {
          const next = raisedAt(kind, extended(kind, before, step), step)
          if (next.raised !== null && before.raised === null)
            report(foundOf(kind, next, next.raised, { until: now, isEnded: false }))
          return next
        }
        const until = isJoined && kind.holdsUntilNext ? now : before.last
        const span = raisedAt(kind, before, step, until)
        if (span.raised !== null) report(foundOf(kind, span, span.raised, { until, isEnded: true }))
      }
      if (!kind.holds(step)) return null
      const next = raisedAt(kind, begun(kind, step), step)
      if (next.raised !== null) report(foundOf(kind, next, next.raised, { until: now, isEnded: false }))
      return next
    },
    open: (span) =>
      span.raised === null ? [] : [foundOf(kind, span, span.raised, { until: span.last, isEnded: false })],
  }
}
