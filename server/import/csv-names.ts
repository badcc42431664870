import { type FixFieldName, fixFields } from '#domain/fix.ts'

/** What a column of a file can hold: a field of a fix, or one of these. */
const OTHER_NAMES = {
  vehicle: [
    'registration',
    'registrationid',
    'registrationno',
    'registrationnumber',
    'regno',
    'regnumber',
    'regid',
    'vehicleregistration',
    'vehicleregno',
    'vehicleno',
    'vehiclenumber',
    'vehiclenum',
    'vehicleplate',
    'plate',
    'platenumber',
    'plateno',
    'numberplate',
    'licenseplate',
    'licenceplate',
    'vehicle',
    'vehicleid',
    'vehiclename',
    'truck',
    'truckid',
    'truckno',
    'trucknumber',
    'bus',
    'busid',
    'busno',
    'deviceid',
    'device',
    'devicename',
    'imei',
    'imeino',
    'imeinumber',
    'deviceimei',
    'gpsimei',
    'uniqueid',
    'unitid',
    'unit',
    'unitname',
    'objectname',
    'assetid',
    'asset',
    'assetname',
    'trackerid',
    'tracker',
    'id',
    'name',
  ],
  /** The day, where the time of day has a column of its own. */
  date: ['date', 'gpsdate', 'fixdate', 'day'],
  /** Latitude and longitude in one column. */
  place: ['latlng', 'latlong', 'latlon', 'location', 'coordinates', 'position', 'gpscoordinates'],
  /** Whether the receiver trusts the position. */
  valid: ['valid', 'gpsvalid', 'fixvalid', 'isvalid', 'gpsfix'],
}

export type Meaning = FixFieldName | keyof typeof OTHER_NAMES

/** The names that each column may have, the most telling first: lower case, without signs, spaces and units. */
export const COLUMN_NAMES: ReadonlyArray<readonly [Meaning, readonly string[]]> = [
  ...(Object.entries(OTHER_NAMES) as Array<[keyof typeof OTHER_NAMES, string[]]>),
  ...fixFields.map(({ name, csv }) => [name, csv?.names ?? []] as const),
]
