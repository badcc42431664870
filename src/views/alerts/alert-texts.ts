import { ADBLUE_ALERT_ZONES } from '#contract/constants.ts'
import type { ColumnKind } from '#contract/records/alert-columns.ts'
import type { AlertEvidence, AlertRow } from '#contract/records/alerts.ts'
import { adblueSpnOf } from '#domain/adblue-codes.ts'
import type { AlertCode } from '#domain/alerts.ts'
import {
  ALERT_DESCRIPTION,
  ALERT_LIST,
  ALERT_REGENERATION,
  ALERT_RULE,
  ALERT_WHAT,
} from '#src/texts/en/alerts.ts'
import { DTC_PART } from '#src/texts/en/dtc.ts'
import { UNITS } from '#src/texts/en/kit.ts'
import { formatDateTime, formatDuration, formatDurationWords, formatShownTime } from '../kit/formats.ts'
import {
  distanceMeasure,
  formatMeasure,
  NOT_KNOWN,
  odometerMeasure,
  speedMeasure,
  volumeMeasure,
} from '../kit/measures.ts'

/** A number of an alert, in km/h, 1/min, km, s or litres, with its unit. */
const FORMATS: Readonly<Partial<Record<ColumnKind, (value: number) => string>>> = {
  speed: (kmph) => formatMeasure(speedMeasure(kmph, 1)),
  engineSpeed: (rpm) => `${rpm.toFixed(0)} ${UNITS.engineSpeed}`,
  distance: (km) => formatMeasure(distanceMeasure(km)),
  duration: (seconds) => formatDuration(seconds * 1000),
  volume: (litres) => formatMeasure(volumeMeasure(litres)),
  odo: (km) => formatMeasure(odometerMeasure(km)),
  count: String,
}

/** A value of a column as a row shows it; a dash where it is not known. */
export const columnText = (kind: ColumnKind, value: string | number | null | undefined): string => {
  if (value === null || value === undefined || value === '') return NOT_KNOWN
  if (typeof value === 'number') return FORMATS[kind]?.(value) ?? String(value)
  return kind === 'time' ? formatShownTime(value) : value
}

/** What the figure of an alert is. */
const FIGURE: Readonly<Partial<Record<AlertCode, ColumnKind>>> = {
  OVERSPEED: 'speed',
  NEUTRALDRIVING: 'speed',
  GEOFENCEINOUT: 'speed',
  ENGINEOVERRUN: 'engineSpeed',
  FUELFILL: 'volume',
  FUELDROP: 'volume',
  ADBLUELOW: 'volume',
  ADBLUEZONE: 'count',
  STOPPAGE: 'duration',
  IDLING: 'duration',
}

/** What the values of an alert's fixes are: of a vehicle that stands, its speed. */
const FIX_FIGURE: Readonly<Partial<Record<AlertCode, ColumnKind>>> = {
  ...FIGURE,
  STOPPAGE: 'speed',
  IDLING: 'speed',
}

/** The figure of an alert with its unit; null where its type has none. */
export const figureText = ({ type, value }: Pick<AlertRow, 'type' | 'value'>): string | null => {
  const kind = FIGURE[type]
  return value === null || kind === undefined ? null : columnText(kind, value)
}

/** The value of a fix with its unit; null where it has none. */
export const fixText = (type: AlertCode, value: number | null): string | null => {
  const kind = FIX_FIGURE[type]
  return value === null || kind === undefined ? null : columnText(kind, value)
}

/** What happened, such as `92.0 kmph for 1 min`. */
export const whatHappened = (alert: Pick<AlertRow, 'type' | 'value' | 'durationS' | 'fence'>): string => {
  const { type, durationS, fence } = alert
  const duration = durationS === null || durationS <= 0 ? null : formatDurationWords(durationS * 1000)
  if (fence !== null) {
    if (fence.crossing === 'IN') return ALERT_WHAT.entered({ fence: fence.name })
    return duration === null
      ? ALERT_WHAT.left({ fence: fence.name })
      : ALERT_WHAT.leftAfter({ fence: fence.name, duration })
  }
  const figure = FIGURE[type] === 'duration' ? null : figureText(alert)
  if (figure === null) return duration ?? NOT_KNOWN
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
const NUMBER_KINDS: Readonly<Record<string, ColumnKind>> = {
  afterS: 'duration',
  backKmph: 'speed',
  movingAboveKmph: 'speed',
  aboveKmph: 'speed',
  backRpm: 'engineSpeed',
  rearmLitres: 'volume',
  leastLitres: 'volume',
  scatterLitres: 'volume',
  threshold: 'volume',
}

const LIMIT_KIND: Readonly<Partial<Record<AlertCode, ColumnKind>>> = {
  OVERSPEED: 'speed',
  ENGINEOVERRUN: 'engineSpeed',
  ADBLUELOW: 'volume',
}

/** A number of the rule of a type with its unit. */
export const ruleNumberText = (type: AlertCode, name: string, value: number): string =>
  columnText((name === 'limit' ? LIMIT_KIND[type] : NUMBER_KINDS[name]) ?? 'count', value)

/** The rule of an alert in a sentence, with its threshold. */
export const ruleText = ({ alert, rule, threshold }: AlertEvidence): string => {
  const { type, fence } = alert
  const limit = rule['limit'] ?? threshold
  switch (type) {
    case 'GEOFENCEINOUT':
      return ALERT_RULE.GEOFENCEINOUT({ fence: fence?.name ?? NOT_KNOWN })
    case 'STOPPAGE':
    case 'IDLING':
    case 'NEUTRALDRIVING':
      return ALERT_RULE[type]({ duration: formatDurationWords((rule['afterS'] ?? threshold) * 1000) })
    case 'FUELFILL':
    case 'FUELDROP':
      return ALERT_RULE[type]({ volume: columnText('volume', threshold) })
    case 'ADBLUELOW':
      return ALERT_RULE.ADBLUELOW({ volume: columnText('volume', limit) })
    case 'ENGINEOVERRUN':
      return ALERT_RULE.ENGINEOVERRUN({ engineSpeed: columnText('engineSpeed', limit) })
    case 'OVERSPEED':
      return ALERT_RULE.OVERSPEED({ speed: columnText('speed', limit) })
    default:
      return ALERT_RULE[type]
  }
}
