import { SHOWN_FIGURES, type ShownFigureName } from './shown-figures.ts'

/** The twelve alert codes (ALR-02) and their names (ALR-01). */
export const ALERT_NAME = {
  GEOFENCEINOUT: 'Geofence',
  STOPPAGE: 'Vehicle Stoppage',
  IDLING: 'Vehicle Idling',
  FUELFILL: 'Fuel Fill',
  ENGINEOVERRUN: 'Engine Overrun',
  NEUTRALDRIVING: 'Neutral Driving',
  FUELDROP: 'Fuel Drop',
  ADBLUEFAULT: 'Adblue Fault',
  ADBLUEZONE: 'Adblue Zone',
  ADBLUELOW: 'Adblue Low',
  OVERSPEED: 'Overspeed',
  DPFREGEN: 'DPF Regen',
} as const
export type AlertCode = keyof typeof ALERT_NAME

/** How urgent an alert is, the most urgent first. */
export const SEVERITIES = ['high', 'medium', 'low'] as const
export type Severity = (typeof SEVERITIES)[number]

/** The severity of each type: a risk to people or machine, waste, or news. */
export const ALERT_SEVERITY: Readonly<Record<AlertCode, Severity>> = {
  OVERSPEED: 'high',
  FUELDROP: 'high',
  ENGINEOVERRUN: 'high',
  ADBLUEFAULT: 'high',
  STOPPAGE: 'medium',
  IDLING: 'medium',
  NEUTRALDRIVING: 'medium',
  ADBLUELOW: 'medium',
  ADBLUEZONE: 'medium',
  DPFREGEN: 'medium',
  FUELFILL: 'low',
  GEOFENCEINOUT: 'low',
}

/** What a number of an alert is: a figure, a time in seconds, or a plain number that its description explains. */
export type AlertFigure = ShownFigureName | 'duration'

type AlertFigures = {
  /** Its figure; null where it has none. */
  readonly value: AlertFigure | null
  /** What its fixes show, where that is another. */
  readonly fix?: AlertFigure
  /** Its limit, where that is no time and no volume that only the rule knows. */
  readonly limit?: AlertFigure
}

/** What the numbers of each alert are: in lists, popups, plots, notifications and reports alike (OPEN-89). */
export const ALERT_FIGURES: Readonly<Record<AlertCode, AlertFigures>> = {
  OVERSPEED: { value: 'overspeed', limit: 'speedLimit' },
  ENGINEOVERRUN: { value: 'engineSpeed', limit: 'engineSpeed' },
  NEUTRALDRIVING: { value: 'speed' },
  STOPPAGE: { value: 'duration', fix: 'speed' },
  IDLING: { value: 'duration', fix: 'speed' },
  FUELFILL: { value: 'volume', limit: 'volumeLimit' },
  FUELDROP: { value: 'volume', limit: 'volumeLimit' },
  ADBLUELOW: { value: 'volume', limit: 'volumeLimit' },
  ADBLUEZONE: { value: 'count' },
  ADBLUEFAULT: { value: null },
  DPFREGEN: { value: null },
  GEOFENCEINOUT: { value: 'speed' },
}

/** The event of an alert that has one of the same kind, which names it on the map (PLT-08). */
export const EVENT_OF_ALERT = {
  OVERSPEED: 'OS',
  ENGINEOVERRUN: 'EO',
  STOPPAGE: 'VS',
  IDLING: 'ID',
  FUELDROP: 'FD',
} as const satisfies Partial<Record<AlertCode, string>>

const ALERT_OF_EVENT: ReadonlyMap<string, AlertCode> = new Map([
  ...Object.entries(EVENT_OF_ALERT).map(([alert, event]) => [event, alert as AlertCode] as const),
  // Neutral driving and idling as incidents of a driver, and idling as devices report it.
  ['ND', 'NEUTRALDRIVING'],
  ['VI', 'IDLING'],
])

/** The kind of an alert or event, by its label, which is an alert code or an event code: the alert code, where events of the kind raise one. */
export const kindOfLabel = (label: string): string => ALERT_OF_EVENT.get(label) ?? label

/** What the figure of an alert or event is, by its label; null where it has none. */
export const alertFigure = (label: string): AlertFigure | null => {
  if (label === 'HA' || label === 'HB' || label === 'HC') return 'acceleration'
  const alert = kindOfLabel(label)
  return Object.hasOwn(ALERT_FIGURES, alert) ? ALERT_FIGURES[alert as AlertCode].value : null
}

/** That of a label where it is a measure, which is said beside the time that the alert lasts; null for a time and for a plain number. */
export const alertMeasure = (label: string): ShownFigureName | null => {
  const figure = alertFigure(label)
  return figure === null || figure === 'duration' || SHOWN_FIGURES[figure].unit === null ? null : figure
}

/** Initials of the alert codes: the codes of their events, where these have one (PLB-08, PLT-08). Event codes are two letters already. */
const ALERT_INITIALS: Readonly<Record<string, string>> = {
  ...EVENT_OF_ALERT,
  GEOFENCEINOUT: 'GF',
  FUELFILL: 'FF',
  NEUTRALDRIVING: 'ND',
  ADBLUEFAULT: 'AF',
  ADBLUEZONE: 'AZ',
  ADBLUELOW: 'AL',
  DPFREGEN: 'DR',
}

/** The two initials shown on the badge of an alert or event; `label` is its code. */
export const alertInitials = (label: string): string => ALERT_INITIALS[label] ?? label.slice(0, 2)
