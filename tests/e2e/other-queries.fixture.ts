/**
 * Queries whose failures a toast tells as those of the rows do, beside the place of their list or panel. That they do is tried on
 * their services, in tests/services/http/reported-queries.test.ts; sessionUser fails in identity.spec.ts.
 */
export const REPORTED: readonly string[] = [
  'alertChanges',
  'alertCounts',
  'alertEvidence',
  'alertsByImei',
  'driverScoreTrend',
  'driverScores',
  'drivingIncidents',
  'fleetDtcData',
  'fluidHistory',
  'getAlertType',
  'getLiveDtc',
  'liveNotifications',
  'problemReportFile',
  'problemReports',
  'serviceCount',
  'serviceDone',
  'serviceDueSoon',
  'serviceOverdue',
  'serviceReminders',
  'sessionUser',
  'vehicleFluids',
]

/** Queries whose caller keeps the toast back (`isSilent`), and why. */
export const SILENT: Readonly<Record<string, string>> = {
  maintenanceStatus: 'a read of the shell, which shows nothing (SES-51)',
  paymentRedirection: 'has sentences of its own (SHL-38)',
  alertBackTest: 'has a note of its own beside the setting that is edited (alert-settings.test.tsx)',
  adblueByDate: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  dashboardFunctions: 'has the places of its widgets for its failure, with Retry (tests/views/dashboard)',
  dashboardServiceCount: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  dashboardServiceDone: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  dashboardServiceDueSoon: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  dashboardServiceOverdue: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  drivingScore: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  figureRows: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  getPerformance: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  mileageVsDate: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  rpmBand: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  speedBand: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  tripRows: 'has the place of the rows for its failure, with Retry (tests/views/dashboard)',
  tripStatusForDashboard: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  truckInsight: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  utilizationVsDate: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  getAlertNotificationDetails: 'a poll of the shell, which shows nothing (SES-51)',
  validateShare: 'has a banner of its own on the shared page (SHR-04, share-screen.test.tsx)',
  listLiveShares: 'has the place of the list for its failure, with Retry (live-links.test.tsx)',
  retrieveSettings: 'a read of the shell, which shows nothing (SES-51): all alerts count as enabled',
  readPreferences: 'a read of the shell, which shows nothing (SES-51): what this browser keeps is shown',
}

/** Queries of the contract that the built client makes by other means than the request builder, or not at all. */
export const NOT_REQUESTED: Readonly<Record<string, string>> = {
  environment: 'is read before there is a request builder, and its failure is a page of its own',
  playbackFile: 'is read by a worker, whose failure the playback shows',
  getActiveVehicles: 'is for other clients (decision 0020)',
  geofenceDetail: 'is for other clients (decision 0020)',
}
