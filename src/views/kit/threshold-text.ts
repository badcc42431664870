import type { ThresholdUnit } from '#contract/records/alert-settings.ts'
import { THRESHOLD } from '#src/texts/en/alert-settings.ts'
import { formatLimit, formatWithUnit } from './measures.ts'

/** A threshold in the unit of its setting, as `80 kmph` or `30 mins`; speeds and volumes in the units that the user has chosen. */
export const thresholdText = (unit: ThresholdUnit, value: number): string => {
  if (unit === 'kmph') return formatLimit(value)
  return unit === 'ltrs' ? formatWithUnit('volumeLimit', value) : THRESHOLD[unit]({ value })
}
