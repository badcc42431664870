import type { AlertCode } from '#domain/alerts.ts'
import { isSilent } from '#domain/silence.ts'
import type { AlertEvidence } from '../rules/types.ts'
import type { StoredAlert } from './alert-reads.repository.ts'

/** Types of which a fix says that they hold until the next one, and what of them is their duration, s. */
const HOLDS_UNTIL_NEXT: Partial<Record<AlertCode, { readonly isValue: boolean }>> = {
  IDLING: { isValue: true },
  STOPPAGE: { isValue: true },
  ADBLUEZONE: { isValue: false },
  DPFREGEN: { isValue: false },
}

type Lasting = Pick<StoredAlert, 'type' | 'began' | 'ended' | 'value' | 'duration_s' | 'detail'> & {
  /** When the vehicle was last heard of; null if it never was. */
  readonly seen: Date | null
}

/** An alert as it is known now: of one that lasts, the duration is that until the vehicle's last fix, not that of when it was raised. */
export const untilLastFix = <TRow extends Lasting>(row: TRow): TRow => {
  const kind = HOLDS_UNTIL_NEXT[row.type as AlertCode]
  if (kind === undefined || row.ended !== null || row.seen === null) return row
  const durationS = Math.max(row.duration_s ?? 0, (row.seen.getTime() - row.began.getTime()) / 1000)
  const detail = row.detail as AlertEvidence
  return {
    ...row,
    duration_s: durationS,
    ...(kind.isValue && { value: durationS }),
    detail: {
      ...detail,
      figures: { ...detail.figures, ...('durationS' in detail.figures && { durationS }) },
    },
  }
}

/** When the vehicle of an alert was last heard of, ms, if it has been silent for too long to say at `now` (ms) whether the alert lasts; else null. */
export const lastSeenOf = ({ type, ended, seen }: Lasting, now: number): number | null => {
  const time = seen?.getTime() ?? now
  return ended === null && isSilent(type as AlertCode, time, now) ? time : null
}
