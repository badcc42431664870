import { ADBLUE_ZONE, REGENERATION } from '#contract/alert-descriptions.ts'
import { texts } from '../texts.ts'

export const ALERT_LIST = texts('alerts.list', {
  title: 'Alerts',
  summary:
    '{total, plural, =0 {No alerts} one {# alert} other {# alerts}} · {unacknowledged, plural, =0 {all acknowledged} other {# to acknowledge}}',
  limited:
    'The newest {shown, number} of {total, number} are listed. Choose a shorter range to see the others.',
  types: 'Alert types',
  all: 'All',
  view: 'View',
  owner: 'Alerts for',
  columns: 'Columns',
  chooseAll: 'Choose all',
  chooseNone: 'Choose none',
  choose: 'Choose the alert of {registration}, {time}',
  acknowledge: 'Acknowledge',
  acknowledgeChosen: 'Acknowledge {count, plural, one {# alert} other {# alerts}}',
  seen: 'Seen · {by}',
  seenByNobody: 'Seen',
  open: 'Open the alert: {alert}, {registration}, {time}',
  goesOn: 'goes on',
  lastSeen: 'last seen {time}',
  failedAway: 'The server cannot be reached. Check your connection, then try again.',
  sortBy: 'Sort by {column}',
  order: 'Order',
  newestFirst: 'Newest first',
  byRegistration: 'By registration',
  status: 'Acknowledged',
})

/** The names of the view modes (ALR-33). */
export const ALERT_VIEW = texts('alerts.views', {
  'Alert Wise': 'Alert Wise',
  'Vehicle Wise': 'Vehicle Wise',
})

/** The headings of columns, by the names that the specification gives them (ALR-15 to ALR-32). */
export const ALERT_COLUMN = texts('alerts.columns', {
  RegistrationNumber: 'Registration',
  registrationId: 'Registration',
  ALERT_NAME: 'Alert',
  IST_TIME: 'Date',
  latlng: 'Address',
  what: 'What happened',
  Vin: 'VIN',
  Model: 'Model',
  Date: 'Date',
  Address: 'Address',
  StoppageThreshold: 'Stoppage threshold',
  StoppageDuration: 'Stoppage duration',
  GeoFenceName: 'Geofence',
  IdlingThreshold: 'Idling threshold',
  IdlingDuration: 'Idling duration',
  SpeedLimit: 'Speed limit',
  MaxSpeed: 'Max speed',
  OverrunRPMThreshold: 'Overrun limit',
  OverrunRPM: 'Overrun RPM',
  MaxOverrunrpm: 'Max overrun RPM',
  OverrunDuration: 'Overrun duration',
  VehicleSpeed: 'Vehicle speed',
  NeutralRunDuration: 'Neutral duration',
  NeutralDistanceTravel: 'Neutral distance',
  AlertThreshold: 'Threshold',
  FuelQuantity: 'Fuel dropped',
  fuel_fill_alert_limit: 'Fill threshold',
  FuelFilledFrom: 'Filled from',
  FuelFilledTo: 'Filled to',
  TotalFuelFilled: 'Fuel filled',
  GEOFENCE_NAME: 'Geofence',
  EntrySpeed: 'Entry speed',
  EntryDate: 'Entry date',
  ExitSpeed: 'Exit speed',
  ExitDate: 'Exit date',
  DurationWithinGeofence: 'Time inside',
  RunningDuration: 'Running',
  STOPPAGE_DURATION: 'Stopped',
  FUEL_DROP: 'Fuel drop',
  Entry_Address: 'Entry address',
  Exit_Address: 'Exit address',
  Adblue: 'AdBlue left',
  AdblueFaultDescription: 'Fault',
  AdblueZone: 'Zone',
  ALERT_DESC: 'Description',
  ODO: 'Odometer',
  DpfRegenAlertDescription: 'Regeneration',
  Overspeedcount: 'Alerts',
  OverSpeedDistance: 'Distance',
  OverSpeedDuration: 'Duration',
  DurationAtMaxSpeed: 'At max speed',
  OverrunCount: 'Alerts',
  MaxVehicleSpeedWhileNeutral: 'Max speed in neutral',
  DistanceTravelledInNeutral: 'Distance in neutral',
  count: 'Alerts',
})

/** What happened, in a row of the live list. */
export const ALERT_WHAT = texts('alerts.what', {
  entered: 'Entered {fence}',
  left: 'Left {fence}',
  leftAfter: 'Left {fence} after {duration}',
  figureFor: '{figure} for {duration}',
  over: 'over {duration}',
  withLimit: '{what}, limit {limit}',
})

/** What reports say besides figures; the English is that of the server. */
export const ALERT_DESCRIPTION = texts('alerts.descriptions', { zone: ADBLUE_ZONE })

/** The state of a regeneration. */
export const ALERT_REGENERATION = texts('alerts.regeneration', REGENERATION)

export const ALERT_PANEL = texts('alerts.panel', {
  name: 'Alert',
  why: 'Why?',
  place: 'Place',
  began: 'Began',
  ended: 'Ended',
  goesOn: 'It goes on',
  lastSeen: 'Not known: last seen {time}',
  duration: 'Duration',
  figure: 'Measured',
  limit: 'Limit then',
  withdrawn: 'Withdrawn on {time}: late positions showed that there was no such alert.',
  playback: 'Play the route',
  fixes: 'What the truck reported',
  numbers: 'Numbers of the rule',
  acknowledged: 'Acknowledged by {by} on {time}',
  acknowledgedBySomebody: 'Acknowledged on {time}',
  failed: 'This alert could not be loaded.',
})

/** The rule of each type in a sentence. Figures come with their units. */
export const ALERT_RULE = texts('alerts.rules', {
  GEOFENCEINOUT:
    '{crossing, select, IN {The truck entered the geofence {fence}.} other {The truck left the geofence {fence}.}}',
  STOPPAGE: 'The truck stood with the engine off for {duration} or longer.',
  IDLING: 'The truck stood with the engine on for {duration} or longer.',
  FUELFILL: 'The fuel level rose by {volume} or more while the truck stood.',
  ENGINEOVERRUN: 'The engine ran faster than {engineSpeed}.',
  NEUTRALDRIVING: 'The truck rolled out of gear for {duration} or longer.',
  FUELDROP: 'The fuel level fell by {volume} or more.',
  ADBLUEFAULT: 'The truck reported a fault of its AdBlue system.',
  ADBLUEZONE: 'The truck reported an AdBlue zone from 2 to 5.',
  ADBLUELOW: 'There were {volume} of AdBlue or less in the tank.',
  OVERSPEED: 'The truck drove faster than {speed}.',
  DPFREGEN: 'The particulate filter began a regeneration.',
})

/** The numbers of rules, by name. */
export const ALERT_NUMBER = texts('alerts.numbers', {
  limit: 'Limit',
  threshold: 'Threshold',
  afterS: 'Must last',
  backKmph: 'Ends this far below',
  backRpm: 'Ends this far below',
  movingAboveKmph: 'Counts as moving above',
  aboveKmph: 'Only above',
  from: 'From zone',
  to: 'To zone',
  rearmLitres: 'Refilled by, before another alert',
  leastLitres: 'Least change that counts for this truck',
  scatterLitres: 'Levels of this truck scatter by',
})

/** What a fix shows. */
export const ALERT_FIX = texts('alerts.fixes', {
  began: 'Began',
  raised: 'Alert raised',
  peak: 'Strongest',
  ended: 'Ended',
})
