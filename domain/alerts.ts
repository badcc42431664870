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

/** The unit, a key of `UNIT`, of an alert's figure by its label, which is an event code or an alert code; others have no figure. */
export const ALERT_FIGURE: Readonly<Record<string, 'speed' | 'engineSpeed' | 'volume'>> = {
  OS: 'speed',
  EO: 'engineSpeed',
  FD: 'volume',
  FUELFILL: 'volume',
  ADBLUELOW: 'volume',
}

/** Initials of the alert codes: the codes of their events, where these have one (PLB-08, PLT-08). Event codes are two letters already. */
const ALERT_INITIALS: Readonly<Record<string, string>> = {
  OVERSPEED: 'OS',
  ENGINEOVERRUN: 'EO',
  STOPPAGE: 'VS',
  IDLING: 'ID',
  FUELDROP: 'FD',
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
