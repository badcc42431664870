import type { Reading } from './reading.ts'
import { type Before, evidenceOf, type Found, orNull, type Rule, type Step } from './rule.ts'
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
  readonly metres: number
  /** Seconds at the strongest value. */
  readonly atPeakS: number
  /** What the rule noted at its first fix. */
  readonly noted: AlertEvidence['figures']
}

/** What tells the rules that last apart. */
export type SpanKind = {
  readonly holds: (step: Step) => boolean
  /** Whether it goes on at a fix: weaker than `holds`, so that a flicker is not several alerts. */
  readonly goesOn: (step: Step) => boolean
  /** Whether what held at the fix before held until this one. */
  readonly isJoined: (step: Step) => boolean
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
  { at, ended }: { at: Place; ended: boolean },
): Found => {
  const durationS = (at.time - span.began.time) / 1000
  const evidence = (shows: 'began' | 'raised' | 'peak', seen: Seen) => evidenceOf(shows, seen, valueAt(seen))
  return {
    subject: '',
    began: span.began.time,
    time: raised.time,
    ended: ended ? at.time : null,
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
        ...(ended ? [evidenceOf('ended', at, Number.NaN)] : []),
      ],
    },
  }
}

/** Goes on with a span until this fix. */
const extended = ({ valueOf: read }: SpanKind, span: Span, { now, gapS, metres }: Step): Span => {
  const value = read(now)
  const [peak, last] = [valueAt(span.peak), valueAt(span.last)]
  const isStronger = value > peak || Number.isNaN(peak)
  const atPeakS = span.atPeakS + (last >= peak - SAME_PEAK ? gapS : 0)
  const seen = seenOf(now, value)
  return {
    ...span,
    peak: isStronger ? seen : span.peak,
    last: seen,
    metres: span.metres + metres,
    atPeakS: value > peak + SAME_PEAK ? 0 : atPeakS,
  }
}

const begun = ({ valueOf: read, note }: SpanKind, { now }: Step): Span => {
  const seen = seenOf(now, read(now))
  return {
    began: seen,
    peak: seen,
    last: seen,
    raised: null,
    metres: 0,
    atPeakS: 0,
    noted: note?.(now) ?? {},
  }
}

/** Raises the alert of a span if it has lasted long enough by this fix. */
const raisedAt = (kind: SpanKind, span: Span, { now, fence }: Step): Span => {
  if (span.raised !== null || now.time - span.began.time < kind.afterS * 1000) return span
  return { ...span, raised: { ...seenOf(now, kind.valueOf(now)), fence: fence() } }
}

/**
 * A rule about something that lasts. It ends at the first fix at which it does not go on, or, after a gap over which nobody knows
 * what the vehicle did, at the last fix before the gap.
 */
export const spanRule = (kind: SpanKind): Rule<Span> => ({
  step: (before, step, report) => {
    const { now } = step
    let span = before
    if (span !== null) {
      const isJoined = kind.isJoined(step)
      if (isJoined && kind.goesOn(step)) {
        const next = raisedAt(kind, extended(kind, span, step), step)
        if (next.raised !== null && span.raised === null)
          report(foundOf(kind, next, next.raised, { at: now, ended: false }))
        return next
      }
      if (isJoined) {
        const { last, peak, ...sums } = extended(kind, span, step)
        span = raisedAt(kind, { ...sums, last: span.last, peak: span.peak }, step)
      }
      if (span.raised !== null)
        report(foundOf(kind, span, span.raised, { at: isJoined ? now : span.last, ended: true }))
    }
    if (!kind.holds(step)) return null
    const next = raisedAt(kind, begun(kind, step), step)
    if (next.raised !== null) report(foundOf(kind, next, next.raised, { at: now, ended: false }))
    return next
  },
  open: (span, last: Before) =>
    span.raised === null ? [] : [foundOf(kind, span, span.raised, { at: last, ended: false })],
})
