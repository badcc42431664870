import { type EnabledAlert, settingOf } from '#contract/records/alert-settings.ts'

const FIRST_LIMIT_KMPH = settingOf('OVERSPEED').initial ?? 80

/**
 * From which speed on the user is alerted, in km/h (ALR-09); the initial limit while it is unknown (null), or they have switched these
 * alerts off.
 */
export const overspeedLimitOf = (enabled: readonly EnabledAlert[] | null): number =>
  enabled?.find(({ type }) => type === 'OVERSPEED')?.value ?? FIRST_LIMIT_KMPH
