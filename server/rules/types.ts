import type { AlertCode } from '#domain/alerts.ts'
import type { Fix } from '#domain/fix.ts'

/** A rule of a company: an alert type with one threshold in the unit of its setting, 0 where it has none. */
export type AlertRule = { readonly type: AlertCode; readonly threshold: number }

/** A fix as evidence: what the rule looked at there. `value` is in the unit of the alert's figure. */
export type EvidenceFix = Pick<Fix, 'time' | 'lng' | 'lat'> & {
  /** What it shows: where it began, was raised, was strongest and ended. */
  readonly shows: 'began' | 'raised' | 'peak' | 'ended'
  readonly value: number | null
}

/** Why there is an alert: its rule with its numbers, the fixes it rests on, and the figures of its report columns. */
export type AlertEvidence = {
  /** The numbers of the rule by name, such as `limit` in km/h or `afterS` in seconds. */
  readonly rule: Readonly<Record<string, number>>
  readonly fixes: readonly EvidenceFix[]
  /** Figures by name: distances in m, durations in s, speeds in km/h, volumes in litres, times in ms; texts such as fault codes. */
  readonly figures: Readonly<Record<string, number | string | null>>
  /** The fence that was entered or left, or in which the vehicle was; null outside of all. */
  readonly fence: { readonly id: number; readonly name: string } | null
}

/**
 * An alert as the rules find it, at first when it is raised and once more when it has ended: the same `type`, `threshold`, `subject`
 * and `began` are the same alert. Times in ms UTC; `value` is in the unit of the alert's figure, `durationS` in seconds.
 */
export type FoundAlert = AlertRule & {
  /** Empty but for fences: `12 IN`. */
  readonly subject: string
  readonly began: number
  readonly time: number
  /** Null while it lasts. */
  readonly ended: number | null
  /** The last fix at which it held, ms. */
  readonly lastSeen: number
  readonly lng: number
  readonly lat: number
  readonly value: number | null
  readonly durationS: number | null
  /** Whether it has turned out that there was none, as where the level of a tank comes back; missing of all others. */
  readonly isUndone?: true
  readonly evidence: AlertEvidence
}
