import { ALERT_LABEL_VALUES, ALERT_SETTING_TEXTS } from '#contract/alert-setting-texts.ts'
import type { AlertSettingId } from '#contract/records/alert-settings.ts'
import { textOrNull, texts } from '../texts.ts'

const SETTINGS = texts('alert-settings.settings', ALERT_SETTING_TEXTS)

/** The label of an alert setting with its limits (ALR-10, ALR-11), and its description. */
export const alertSettingText = (id: AlertSettingId): { label: string; description: string } => ({
  label: textOrNull(SETTINGS[id].label, ALERT_LABEL_VALUES) ?? '',
  description: SETTINGS[id].description,
})

/** The groups of alert settings (ALR-03 to ALR-06). */
export const ALERT_GROUP = texts('alert-settings.groups', {
  Productivity: 'Productivity',
  Safety: 'Safety',
  Cost: 'Cost',
  Compliance: 'Compliance',
})

/** Thresholds in the specification's units (ALR-03 to ALR-05). */
export const THRESHOLD = texts('alert-settings.thresholds', {
  mins: '{value} mins',
  seconds: '{value} seconds',
})

export const ALERT_SETTINGS_TEXT = texts('alert-settings.tab', {
  title: 'Alert settings',
  lead: 'Choose which alerts you see and from which threshold on. A new threshold counts for what begins after you save it; what began before keeps its limit.',
  threshold: '{title}: {label}',
})

export const ALERT_FORM = texts('alert-settings.form', {
  save: 'Save',
  discard: 'Discard',
  unsaved: 'Unsaved changes',
  noChanges: 'No unsaved changes',
  leaveTitle: 'Discard unsaved changes?',
  leaveText: 'You have changed settings and not saved them.',
  leaveDiscard: 'Discard',
  leaveKeep: 'Keep editing',
})

/** How many alerts thresholds would have raised. */
export const BACK_TEST_TEXT = texts('alert-settings.backTest', {
  running: 'Counting the alerts of the last 30 days…',
  failed: 'The alerts of the last 30 days could not be counted.',
  exact: '{count, plural, one {# alert} other {# alerts}}',
  about:
    'about {count, plural, one {# alert} other {# alerts}} (95 % range {from, number} to {to, number}, estimated from {vehicles, number} of {all, number} trucks)',
  aboutAtLeast:
    'about {count, plural, one {# alert} other {# alerts}} (at least {from, number}, estimated from {vehicles, number} of {all, number} trucks)',
  aboutAlone:
    'about {count, plural, one {# alert} other {# alerts}} (estimated from {vehicles, number} of {all, number} trucks)',
  one: '{threshold}: {alerts} in the last {days} days',
  two: '{threshold}: {alerts} in the last {days} days, {other}: {otherCount}',
  compared:
    '{threshold}: {alerts} in the last {days} days, {change, select, more {{percent} % more than with} fewer {{percent} % fewer than with} other {as many as with}} {other} ({otherCount})',
  raised: '{alerts} in the last {days} days',
  counts: '{title}: alerts by threshold',
  count: '{count, number}',
  aboutCount: '≈ {count, number}',
  now: 'now',
  sample:
    '≈ is an estimate from {vehicles} of your {all} trucks, because all of them have too many positions to count again. What has been raised is counted for all trucks.',
  none: 'None of your trucks reported in this time.',
  scatter:
    '{count, plural, one {The fuel level of # truck of {all} moves too much for {threshold}: it is reported from about {least} on.} other {The fuel levels of # trucks of {all} move too much for {threshold}: they are reported from about {least} on.}}',
})

export const ALERT_PREFERENCES_TEXT = texts('alert-settings.preferences', {
  title: 'Alert preferences',
  lead: 'Choose which alerts are sent to you. They are sent for the alerts that are selected in your alert settings.',
  alert: 'Alert',
  email: 'E-mail',
  sms: 'SMS',
  field: '{alert}: {channel}',
  noEmail:
    'You have no e-mail address here, so nothing can be sent to you by e-mail. Ask your administrator to add one.',
  noMobile:
    'You have no mobile number here, so nothing can be sent to you by SMS. Ask your administrator to add one.',
  noAlert: 'No alert is raised for fault codes yet.',
})

/** The nine pairs of preferences (ALR-12), by the name of their e-mail. */
export const PREFERENCE = texts('alert-settings.pairs', {
  idleEmail: 'Idling',
  stoppageEmail: 'Stoppage',
  fuelDropEmail: 'Fuel drop',
  geofenceInEmail: 'Geofence entry',
  geofenceOutEmail: 'Geofence exit',
  overSpeedEmail: 'Overspeed',
  neutralDrivingEmail: 'Neutral driving',
  dtcEmail: 'Fault codes (DTC)',
  adBlueEmail: 'AdBlue',
})
