import type { AlertCode } from './alerts.ts'
import type { FigureName } from './figure-fields.ts'

/**
 * A kind of driving incident: the code of its events, its column among those of DRV-03, its number among the figures, and its alert, by
 * whose setting it counts in the score; null where none could be enabled.
 */
export type DrivingIncident = {
  readonly code: string
  readonly column: string
  readonly count: FigureName
  readonly alert: AlertCode | null
}

/** Seconds that speeding and overrun must last to be an incident or an alert; those of idling and neutral are what users choose. */
export const INCIDENT_AFTER_S = { OS: 5, EO: 2 } as const

/** The incidents of a driver (DRV-03): those that the score counts first. */
export const DRIVING_INCIDENTS = [
  { code: 'OS', column: 'Overspeed', count: 'overspeeds', alert: 'OVERSPEED' },
  { code: 'ND', column: 'Neutral', count: 'neutrals', alert: 'NEUTRALDRIVING' },
  { code: 'EO', column: 'EngineOverrun', count: 'overruns', alert: 'ENGINEOVERRUN' },
  { code: 'ID', column: 'Idling', count: 'idlings', alert: 'IDLING' },
  { code: 'HA', column: 'TOTALHA', count: 'harshAccelerations', alert: null },
  { code: 'HB', column: 'TOTALHB', count: 'harshBrakings', alert: null },
  { code: 'HC', column: 'TOTALHC', count: 'harshCornerings', alert: null },
] as const satisfies readonly DrivingIncident[]

export type IncidentCode = (typeof DRIVING_INCIDENTS)[number]['code']
export const INCIDENT_CODES = DRIVING_INCIDENTS.map(({ code }) => code)

/** Incidents in 100 km; null without a distance, and of incidents that nothing could report. */
export const per100Km = (count: number | null, km: number): number | null =>
  count !== null && km > 0 ? (count * 100) / km : null

/** The value in the middle of the sorted ones, of an even number the mean of both; null of none. */
export const medianOf = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
