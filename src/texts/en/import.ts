import type { FixFieldName } from '#domain/fix.ts'
import type { SpeedUnit } from '#domain/units.ts'

const number = (value: number): string => value.toLocaleString('en-IN')
const counted = (value: number, one: string): string => `${number(value)} ${value === 1 ? one : `${one}s`}`
const megabytes = (bytes: number): string =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

export const IMPORT_TEXT = {
  title: 'Import positions',
  lead: 'Add recorded drives of your own vehicles: GPX, CSV with a header line, KML with tracks, or GeoJSON with times. The file is checked first; nothing is stored until you say so, and importing it again stores nothing twice.',
  drop: 'Drop a file here',
  dropMore: (mb: number) => `GPX, CSV, KML or GeoJSON, up to ${mb} MB`,
  choose: 'Choose a file',
  empty: (name: string) => `“${name}” is empty. Choose another file.`,
  tooLarge: (name: string, bytes: number, mb: number) =>
    `“${name}” has ${megabytes(bytes)}; at most ${mb} MB can be sent. Split it, and import the parts one after the other.`,
  sending: (name: string) => `Sending “${name}”`,
  sent: (received: number, bytes: number) => `${megabytes(received)} of ${megabytes(bytes)}`,
  goOn: 'Continue',
  checking: (name: string) => `Checking “${name}”`,
  storing: (name: string) => `Importing “${name}”`,
  reading: (share: number) => `Reading: ${Math.floor(share * 100)} %`,
  comparing: (share: number) => `Comparing: ${Math.floor(share * 100)} %`,
  writing: (share: number) => `Storing: ${Math.floor(share * 100)} %`,
  leave: 'You can leave this page meanwhile.',
  keepOpen: 'Keep this page open until the file is sent.',
  cancel: 'Cancel import',
  progress: 'Progress',
  check: 'Check again',
  start: (positions: number) => `Import ${counted(positions, 'position')}`,
  nothingToStart: 'Nothing to import',
  changed: 'Check the file again to see what these settings make of it.',
  another: 'Import another file',
  firstDrive: 'Play the first drive',
  toMap: 'Open the map',
  left: (name: string, by: string) => `${by} is sending “${name}”`,
  leftOwn: (name: string) => `Sending “${name}” was not finished`,
  leftText: 'A company imports one file at a time. Wait until it is done, or cancel it.',
  leftOwnText:
    'The file is being sent from another window, or its window was closed. Cancel it to choose the file again.',
  look: 'Look again',
  unread: 'The import could not be loaded',
} as const

/** How the file is to be read. */
export const IMPORT_CHOICES = {
  title: 'How to read it',
  vehicle: 'Registration for all positions',
  vehicleHint:
    'Only where the file does not name the vehicles. Otherwise they are named as in the file, or like it.',
  timeZone: 'Time zone of times without one',
  companyZone: (zone: string) => `${zone} (in use)`,
  speedUnit: 'Unit of the speed',
  speedUnitHint: 'As the header says',
} as const

export const SPEED_UNIT_LABEL: Readonly<Record<SpeedUnit, string>> = {
  kmph: 'km/h',
  knots: 'knots',
  mps: 'm/s',
  mph: 'mph',
}

/** What was found in a file. */
export const IMPORT_PREVIEW = {
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
} as const

/** What a column is read as. */
export const COLUMN_LABEL: Readonly<Record<FixFieldName | 'vehicle' | 'date' | 'place' | 'valid', string>> = {
  vehicle: 'Vehicle',
  date: 'Day',
  place: 'Latitude and longitude',
  valid: 'Whether it is valid',
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
  derived: 'Derived values',
  dpf: 'DPF',
  events: 'Events',
  neutral: 'Neutral gear',
}

/** What an import did, or would do. */
export const IMPORT_SUMMARY = {
  checked: 'Result of the check',
  done: (seconds: number) =>
    seconds < 1 ? 'Imported in less than a second' : `Imported in ${seconds.toFixed(1)} s`,
  partly: 'Cancelled: a part was imported',
  partlyText: 'What was stored stays. Importing the file again stores the rest.',
  failed: 'The import was ended',
  read: 'Read',
  stored: 'Stored',
  wouldStore: 'To be stored',
  duplicate: 'There already',
  rejected: 'Not usable',
  flagged: (count: number) => `${number(count)} doubtful`,
  vehicles: (vehicles: number, added: number, days: number) =>
    `${counted(vehicles, 'vehicle')}, ${number(added)} of them new, on ${counted(days, 'vehicle-day')}`,
  added: (names: readonly string[], more: number) =>
    `New: ${names.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}`,
  count: number,
  problems: 'Lines that cannot be used',
  times: (times: number) => `${number(times)} ×`,
  line: (line: number, reason: string) => `Line ${number(line)}: ${reason}`,
  leftOut: 'Left out',
} as const
