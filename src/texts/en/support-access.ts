import { texts } from '../texts.ts'

export const SUPPORT_ACCESS = texts('support-access.tab', {
  title: 'Support access',
  lead: 'What customer support and the operators of the portal did in your name, or with the data of your company: who, when, what and why.',
  reload: 'Reload',
  none: 'Nobody has entered in your name, and nothing was changed.',
  newest: 'The newest {count, number} of {total, number}.',
  older: '{count, number} of {total, number} older ones.',
  showOlder: 'Show older ones',
  showNewest: 'Show the newest',
  inName: '{staff}, as {user}',
  byStaff: '{staff}, by the operator’s own access',
  reason: 'Reason: {reason}',
  andMore: '{names} and {count, plural, one {# more} other {# more}}',
  value: '{name}: {value}',
  on: 'on',
  off: 'off',
  ofSegment: 'that of its segment',
  removed: 'removed',
  other: 'Another change ({call})',
})

/** What was done, by the id of the call. */
export const SUPPORT_CHANGE = texts('support-access.changes', {
  beginActing: 'Entered the portal',
  createLiveShare: 'Made a live link',
  changeLiveShare: 'Changed the end of a live link',
  revokeLiveShare: 'Revoked a live link',
  saveGeofence: 'Saved a geofence',
  deleteGeofences: 'Deleted geofences',
  acknowledgeAlerts: 'Acknowledged alerts',
  retryAlertDeliveries: 'Sent notifications again',
  setAlertConfiguration: 'Changed alert settings',
  setUserAlertPreference: 'Changed alert preferences',
  recordService: 'Recorded a service',
  undoService: 'Took back a service',
  setServiceInterval: 'Changed a service interval',
})

/** Names of what was set. */
export const SUPPORT_VALUE = texts('support-access.values', {
  label: 'Note',
  endsAt: 'Ends',
  geoFenceName: 'Name',
  validFrom: 'Valid from',
  validTo: 'Valid until',
  geoFenceCircleRadiusInMeters: 'Radius (m)',
  entryAlert: 'Entry alert',
  exitAlert: 'Exit alert',
  doneAt: 'Done on',
  odo: 'Odometer',
  engineHours: 'Engine hours',
  note: 'Note',
  interval: 'Interval',
  km: 'Interval (km)',
  hours: 'Interval (hours)',
  days: 'Interval (days)',
})
