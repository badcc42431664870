/** Stands for a link in a mail that its reader must not follow. */
export const HIDDEN_LINK = '[link hidden]'

/** Texts that the specification gives word for word. Our own texts are in src/texts. */
export const TEXTS = {
  enterValidCredentials: 'Enter Valid Credentials',
  tokenNotAvailable: 'Token Not Available',
  sessionExpired: 'Session has expired, please login again',
  pleaseLogIn: 'Please login to continue.',
  componentNotFound: 'Component Not Found',
  accessDenied: 'Access denied - You are not authorized to access this page',
  responseIsEmpty: 'Response is empty',
  noRecordsFound: 'No Records Found',
  loading: 'Loading...',
  noDataForVehicle: 'No data Available for the selected Vehicle',
  noPlaybackDetails: 'No playback details available',
  noRecentData: 'No Recent Data',
  selectVehicle: 'Select Vehicle',
  mapLoadError: 'Load error: Google Maps',
  addressNotKnown: 'N/A',
  shareLinkBroken: 'Link is either Inactive, Expired or is Invalid !',
  shareError: 'Error',
  maintenance: 'We are updating our portal. Kindly contact us in case of any inconvenience.',
  paymentRefused: 'Failed to fetch payment details. Please try again later.',
  paymentFailed: 'An error occurred while processing your request. Please try again.',
  welcomeBack: 'Welcome back,',
  createGeofence: 'CREATE GEOFENCE',
  geofenceHint: 'By default you can create circular geofence. To create POLYGONAL geofence press SHIFT.',
  geofenceDeleteOk: 'OK',
  geofenceDeleteCancel: 'cancel',
  messages: 'MESSAGES',
  okay: 'OKAY',
} as const
