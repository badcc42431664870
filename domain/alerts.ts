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

/** Two letters for the alert codes that are no event of the same kind; event codes have two already (PLB-08). */
const ALERT_INITIALS: Readonly<Record<string, string>> = {
  GEOFENCEINOUT: 'GF',
  FUELFILL: 'FF',
  NEUTRALDRIVING: 'ND',
  ADBLUEFAULT: 'AF',
  ADBLUEZONE: 'AZ',
  ADBLUELOW: 'AL',
  DPFREGEN: 'DR',
}

/** What stands on the mark of an alert or event: two letters. */
export const alertInitials = (label: string): string => ALERT_INITIALS[label] ?? label.slice(0, 2)
