import { ADBLUE_ALERT_ZONES } from '#contract/constants.ts'
import type { ColumnKind } from '#contract/records/alert-columns.ts'
import { settingOf } from '#contract/records/alert-settings.ts'
import type { AlertEvidence, AlertRow } from '#contract/records/alerts.ts'
import { adblueSpnOf } from '#domain/adblue-codes.ts'
import { ALERT_FIGURES, type AlertCode, type AlertFigure } from '#domain/alerts.ts'
import { numberOf } from '#domain/numbers.ts'
import {
  ALERT_DESCRIPTION,
  ALERT_LIST,
  ALERT_REGENERATION,
  ALERT_RULE,
  ALERT_WHAT,
} from '#src/texts/en/alerts.ts'
import { DTC_PART } from '#src/texts/en/dtc.ts'
import { formatDateTime, formatDuration, formatDurationWords, formatShownTime } from '../kit/formats.ts'
import { formatWithUnit, NOT_KNOWN } from '../kit/measures.ts'
import { thresholdText } from '../kit/threshold-text.ts'

/** What a column holds where that is a number. */
const FIGURE_OF: Readonly<Partial<Record<ColumnKind, AlertFigure>>> = {
  speed: 'speed',
  overspeed: 'overspeed',
  speedLimit: 'speedLimit',
  engineSpeed: 'engineSpeed',
  distance: 'distance',
  duration: 'duration',
  volume: 'volume',
  volumeLimit: 'volumeLimit',
  odo: 'odometer',
  count: 'count',
}

const numberText = (figure: AlertFigure, value: number | string): string =>
  figure === 'duration' ? formatDuration((numberOf(value) || 0) * 1000) : formatWithUnit(figure, value)

/** A value of a column as a row shows it; `N/A` where it is not known. */
export const columnText = (kind: ColumnKind, value: string | number | null | undefined): string => {
  if (value === null || value === undefined || value === '') return NOT_KNOWN
  const figure = FIGURE_OF[kind]
  if (figure !== undefined) return value === NOT_KNOWN ? value : numberText(figure, value)
  return kind === 'time' && typeof value === 'string' ? formatShownTime(value) : String(value)
}

/** The figure of an alert with its unit; null where its type has none. */
export const figureText = ({ type, value }: Pick<AlertRow, 'type' | 'value'>): string | null => {
  const figure = ALERT_FIGURES[type].value
  return value === null || figure === null ? null : numberText(figure, value)
}

/** The value of a fix with its unit; null where it has none. */
export const fixText = (type: AlertCode, value: number | null): string | null => {
  const { value: own, fix = own } = ALERT_FIGURES[type]
  return value === null || fix === null ? null : numberText(fix, value)
}

/** The limit that raised an alert, whatever is chosen now, as `80 kmph`; null where its type has none. */
export const limitText = ({ type, threshold }: Pick<AlertRow, 'type' | 'threshold'>): string | null => {
  const { valueIn } = settingOf(type)
  return valueIn === null ? null : thresholdText(valueIn, threshold)
}

/** What happened, such as `92.0 kmph for 1 min, limit 80 kmph`. */
export const whatHappened = (
  alert: Pick<
    AlertRow,
    'type' | 'threshold' | 'value' | 'durationS' | 'fence' | 'isOpen' | 'codes' | 'regeneration'
  >,
): string => {
  const [what, limit] = [whatWas(alert), limitText(alert)]
  return limit === null ? what : ALERT_WHAT.withLimit({ what, limit })
}

/** How long it lasted: of one that goes on, how long it had when it was raised, or until the last fix. */
const lastedText = ({ durationS, isOpen }: Pick<AlertRow, 'durationS' | 'isOpen'>): string | null => {
  if (durationS === null || durationS <= 0) return null
  const duration = formatDurationWords(durationS * 1000)
  return isOpen ? ALERT_WHAT.over({ duration }) : duration
}

const whatWas = (alert: Parameters<typeof whatHappened>[0]): string => {
  const { type, fence } = alert
  const duration = lastedText(alert)
  if (fence !== null) {
    if (fence.crossing === 'IN') return ALERT_WHAT.entered({ fence: fence.name })
    return duration === null
      ? ALERT_WHAT.left({ fence: fence.name })
      : ALERT_WHAT.leftAfter({ fence: fence.name, duration })
  }
  const figure = ALERT_FIGURES[type].value === 'duration' ? null : figureText(alert)
  if (figure === null) return duration ?? descriptionText(alert) ?? NOT_KNOWN
  return duration === null ? figure : ALERT_WHAT.figureFor({ figure, duration })
}

/** What is known of the end of an alert that has not ended: that it goes on, or when its vehicle was last heard of. */
export const lastingText = ({ lastSeen }: Pick<AlertRow, 'lastSeen'>): string =>
  lastSeen === null ? ALERT_LIST.goesOn : ALERT_LIST.lastSeen({ time: formatDateTime(lastSeen) })

/** What a report says of a fault, a zone or a regeneration; null where the server did not send what it is made of. */
export const descriptionText = ({
  type,
  value,
  codes = [],
  regeneration,
}: Pick<AlertRow, 'type' | 'value' | 'codes' | 'regeneration'>): string | null => {
  if (type === 'ADBLUEFAULT') {
    const parts = codes.map(adblueSpnOf).flatMap((spn) => (spn === null ? [] : [DTC_PART[spn]]))
    return parts.length === 0 ? null : [...new Set(parts)].join(', ')
  }
  if (type === 'ADBLUEZONE')
    return value === null ? null : ALERT_DESCRIPTION.zone({ zone: value, ...ADBLUE_ALERT_ZONES })
  const states: Readonly<Record<number, string>> = ALERT_REGENERATION
  return type === 'DPFREGEN' && regeneration !== undefined ? (states[regeneration] ?? null) : null
}

/** The unit of each number that a rule may have; others are numbers without one. */
const NUMBER_KINDS: Readonly<Record<string, AlertFigure>> = {
  afterS: 'duration',
  backKmph: 'speed',
  movingAboveKmph: 'speed',
  aboveKmph: 'speed',
  backRpm: 'engineSpeed',
  rearmLitres: 'volume',
  leastLitres: 'volume',
  scatterLitres: 'volume',
  threshold: 'volumeLimit',
}

/** A number of the rule of a type with its unit. */
export const ruleNumberText = (type: AlertCode, name: string, value: number): string =>
  numberText((name === 'limit' ? ALERT_FIGURES[type].limit : NUMBER_KINDS[name]) ?? 'count', value)

/** The rule of an alert in a sentence, with its threshold. */
export const ruleText = ({ alert, rule }: AlertEvidence): string => {
  const { type, fence, threshold } = alert
  const limit = rule['limit'] ?? threshold
  switch (type) {
    case 'GEOFENCEINOUT':
      return ALERT_RULE.GEOFENCEINOUT({ fence: fence?.name ?? NOT_KNOWN, crossing: fence?.crossing ?? 'IN' })
    case 'STOPPAGE':
    case 'IDLING':
    case 'NEUTRALDRIVING':
      return ALERT_RULE[type]({ duration: formatDurationWords((rule['afterS'] ?? threshold) * 1000) })
    case 'FUELFILL':
    case 'FUELDROP':
      return ALERT_RULE[type]({ volume: numberText('volumeLimit', threshold) })
    case 'ADBLUELOW':
      return ALERT_RULE.ADBLUELOW({ volume: numberText('volumeLimit', limit) })
    case 'ENGINEOVERRUN':
      return ALERT_RULE.ENGINEOVERRUN({ engineSpeed: numberText('engineSpeed', limit) })
    case 'OVERSPEED':
      return ALERT_RULE.OVERSPEED({ speed: numberText('speedLimit', limit) })
    default:
      return ALERT_RULE[type]
  }
}
