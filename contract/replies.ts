/** What the server says when a change was made. Clients show it in the user's language. */
export const REPLIES = {
  geofenceCreated: 'Geofence created',
  geofenceSaved: 'Geofence saved',
  geofenceDeleted: 'Geofence deleted',
  geofencesDeleted: 'Geofences deleted',
  messageAdded: 'Message added',
  messageSaved: 'Message saved',
  messageDeleted: 'Message deleted',
  resetLinkSent: 'If the account exists a reset link was sent',
  passwordReset: 'The password was changed. Log in with the new one.',
  passwordChanged: 'The password was changed. Other devices are logged out.',
  alertSettingsSaved: 'Alert settings saved',
  alertPreferencesSaved: 'Alert preferences saved',
  scalingFactorsSaved: 'Scaling factors saved',
  scoredAlertsSaved: 'Driving score saved',
} as const
