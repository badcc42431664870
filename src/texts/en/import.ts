import type { ErrorParams } from '#contract/fill-message.ts'
import { IMPORT_PROBLEMS } from '#contract/import-problems.ts'
import type { FixFieldName } from '#domain/fix.ts'
import type { PlaceOrder } from '#domain/place-order.ts'
import type { Gallon, SpeedUnit } from '#domain/units.ts'
import { textOrNull, texts } from '../texts.ts'

export const IMPORT_TEXT = texts('import.page', {
  title: 'Import positions',
  lead: 'Add recorded drives of your own vehicles: GPX, CSV with a header line, KML with tracks, or GeoJSON with times. The file is checked first; nothing is stored until you say so, and importing it again stores nothing twice.',
  drop: 'Drop a file here',
  dropMore: 'GPX, CSV, KML or GeoJSON, up to {mb} MB',
  choose: 'Choose a file',
  empty: '“{name}” is empty. Choose another file.',
  tooLarge:
    '“{name}” has {size}; at most {mb} MB can be sent. Split it, and import the parts one after the other.',
  sending: 'Sending “{name}”',
  sent: '{received} of {all}',
  goOn: 'Continue',
  checking: 'Checking “{name}”',
  storing: 'Importing “{name}”',
  reading: 'Reading: {percent} %',
  comparing: 'Comparing: {percent} %',
  writing: 'Storing: {percent} %',
  leave: 'You can leave this page meanwhile.',
  keepOpen: 'Keep this page open until the file is sent.',
  cancel: 'Cancel import',
  progress: 'Progress',
  check: 'Check again',
  start: 'Import {positions, plural, one {# position} other {# positions}}',
  nothingToStart: 'Nothing to import',
  changed: 'Check the file again to see what these settings make of it.',
  answer: 'Answer the question above before you import.',
  another: 'Import another file',
  again: 'Choose the file again',
  firstDrive: 'Play the first drive',
  toMap: 'Open the map',
  left: '{by} is sending “{name}”',
  leftOwn: 'Sending “{name}” was not finished',
  leftText: 'A company imports one file at a time. Wait until it is done, or cancel it.',
  leftOwnText:
    'The file is being sent from another window, or its window was closed. Cancel it to choose the file again.',
  withheld: '{by} is importing a file',
  withheldText: 'A company imports one file at a time. Wait until it is done.',
  look: 'Look again',
  unread: 'The import could not be loaded',
})

/** How the file is to be read. */
export const IMPORT_CHOICES = texts('import.choices', {
  title: 'How to read it',
  vehicle: 'Registration for all positions',
  vehicleHint:
    'Only where the file does not name the vehicles. Otherwise they are named as in the file, or like it.',
  timeZone: 'Time zone of times without one',
  companyZone: '{zone} (in use)',
  speedUnit: 'Unit of the speed',
  speedUnitHint: 'As the file says',
  speedQuestion:
    '{direction, select, lower {Speeds are about {times, number, ::.0} times lower than the positions say.} other {Speeds are about {times, number, ::.0} times higher than the positions say.}} They were read as {read} and look like {looksLike}. What are they?',
  speedQuestionOfPart:
    '{direction, select, lower {Speeds of {vehicle}, not of the whole file, are about {times, number, ::.0} times lower than the positions say.} other {Speeds of {vehicle}, not of the whole file, are about {times, number, ::.0} times higher than the positions say.}} They were read as {read} and look like {looksLike}. The answer counts for the whole file: if only a part is in another unit, leave the speeds out.',
  gallonQuestion: '“{column}” is in gallons. Which gallons?',
  dateQuestion:
    'The file does not tell whether the day or the month comes first in “{example}”. Which date is it?',
  placeQuestion:
    'The file does not tell whether the latitude or the longitude comes first in “{example}”. Which one does?',
  vehicleQuestion: 'The file names no vehicle, and its own name is a date. Which vehicle drove?',
  vehicleQuestionHint: 'Its registration holds for all positions of the file.',
})

export const SPEED_UNIT_LABEL = texts('import.speedUnits', {
  kmph: 'km/h',
  knots: 'knots',
  mps: 'm/s',
  mph: 'mph',
  none: 'Leave speeds out',
} satisfies Readonly<Record<SpeedUnit | 'none', string>>)

export const GALLON_LABEL = texts('import.gallons', {
  usGallon: 'US gallons (3.785 l)',
  imperialGallon: 'Imperial gallons (4.546 l)',
} satisfies Readonly<Record<Gallon, string>>)

export const DATE_ORDER_LABEL = texts('import.dateOrders', {
  dayFirst: '{day} (day first)',
  monthFirst: '{day} (month first)',
  yearFirst: '{day} (year first)',
})

export const PLACE_ORDER_LABEL = texts('import.placeOrders', {
  latFirst: 'Latitude first',
  lngFirst: 'Longitude first',
} satisfies Readonly<Record<PlaceOrder, string>>)

/** What was found in a file. */
export const IMPORT_PREVIEW = texts('import.preview', {
  title: 'What is in the file',
  format: { csv: 'CSV', gpx: 'GPX', kml: 'KML', geojson: 'GeoJSON' },
  columns: 'Columns',
  column: 'In the file',
  readAs: 'Read as',
  notRead: 'Not read',
  rows: 'First positions',
  vehicle: 'Vehicle',
  time: 'Time',
  latitude: 'Latitude',
  longitude: 'Longitude',
  speed: 'Speed',
})

/** What a column is read as. */
export const COLUMN_LABEL = texts('import.columns', {
  vehicle: 'Vehicle',
  date: 'Day',
  place: 'Latitude and longitude',
  valid: 'Whether it is valid',
  minute: 'Minutes',
  second: 'Seconds',
  zone: 'Time zone',
  latSide: 'North or south',
  lngSide: 'East or west',
  time: 'Time',
  lat: 'Latitude',
  lng: 'Longitude',
  speed: 'Speed',
  heading: 'Heading',
  odo: 'Odometer',
  ignition: 'Ignition',
  fuel: 'Fuel',
  adblue: 'AdBlue',
  adblueZone: 'AdBlue zone',
  rpm: 'Engine speed',
  engineHours: 'Engine hours',
  dtcs: 'Fault codes',
  coolant: 'Coolant',
  oilPressure: 'Oil pressure',
  battery: 'Battery',
  derived: 'Derived values',
  dpf: 'DPF',
  events: 'Events',
  neutral: 'Neutral gear',
  clockAhead: 'Clock ahead',
  accuracy: 'Accuracy',
} satisfies Readonly<
  Record<
    | FixFieldName
    | 'vehicle'
    | 'date'
    | 'minute'
    | 'second'
    | 'place'
    | 'valid'
    | 'zone'
    | 'latSide'
    | 'lngSide',
    string
  >
>)

/** What an import did, or would do. */
export const IMPORT_SUMMARY = texts('import.summary', {
  checked: 'Result of the check',
  done: 'Imported in {seconds, number, ::.0} s',
  doneAtOnce: 'Imported in less than a second',
  partly: 'Cancelled: a part was imported',
  partlyText: 'What was stored stays. Importing the file again stores the rest.',
  failed: 'The import was ended',
  read: 'Read',
  stored: 'Stored',
  wouldStore: 'To be stored',
  duplicate: 'There already',
  rejected: 'Not usable',
  flagged: '{count, number} doubtful',
  vehicles:
    '{vehicles, plural, one {# vehicle} other {# vehicles}}, {added, number} of them new, on {days, plural, one {# vehicle-day} other {# vehicle-days}}',
  added: 'New: {names}',
  addedAndMore: 'New: {names} and {more, number} more',
  count: '{count, number}',
  problems: 'Lines that cannot be used',
  times: '{times, number} ×',
  line: 'Line {line, number}: {reason}',
  leftOut: 'Left out',
})

const PROBLEMS: Readonly<Record<string, unknown>> = texts('import.reasons', IMPORT_PROBLEMS)

/** What is wrong with a line or a file, by its code; the code itself where the server knows another text for it than the page. */
export const importProblemText = ({
  code,
  params = {},
}: {
  readonly code: string
  readonly params?: ErrorParams | undefined
}): string => textOrNull(Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : code, params) ?? code
