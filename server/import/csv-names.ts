import { type FixFieldName, fixFields } from '#domain/fix.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)

const SIDE_WORDS = words('dir direction hem hemi hemisphere ref reference side indicator cardinal')
/** The names of a column with the hemisphere of an axis. */
const sideNames = (axis: readonly string[], alone: string): string[] => [
  ...words(alone),
  ...axis.flatMap((name) => [...words(alone), ...SIDE_WORDS].map((word) => name + word)),
]

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
  /** A time of day in columns of its own, beside that of the day. */
  hour: words('hour hours hh hr hrs gpshour utchour hourutc isthour hourist'),
  minute: words('minute minutes min mins mm gpsminute utcminute minuteutc istminute minuteist'),
  second: words('second seconds sec secs ss gpssecond utcsecond secondutc istsecond secondist'),
  /** The zone of the times, or its offset from UTC. */
  zone: words('utcoffset gmtoffset tzoffset timezoneoffset timezone timezonename timezoneid tz tzname'),
  /** Latitude and longitude in one column. */
  place: words(`
    latlng latlong latlon latitudelongitude lnglat lonlat longlat longitudelatitude location coordinates position
    gpscoordinates`),
  /** Whether the receiver trusts the position. */
  valid: words(`
    valid gpsvalid fixvalid isvalid gpsfix validity gpsvalidity positionvalid locationvalid isgpsvalid fix fixok hasfix gpsok
    gpslock gpsfixed fixtype gpsfixtype fixmode gpsfixmode fixstatus gpsstatus gpsfixstatus positionstatus locationstatus fixquality gpsquality gpsfixquality`),
  /** The hemisphere, where it has a column of its own. */
  latSide: sideNames(['lat', 'latitude', 'gpslat', 'gpslatitude'], 'ns northsouth nsindicator norsouth'),
  lngSide: sideNames(
    ['lon', 'lng', 'long', 'longitude', 'gpslon', 'gpslng', 'gpslong', 'gpslongitude'],
    'ew eastwest ewindicator eorw',
  ),
}

export type Meaning = FixFieldName | keyof typeof OTHER_NAMES

/** The names that each column may have, the most telling first: lower case, without signs, spaces and units. */
export const COLUMN_NAMES: ReadonlyArray<readonly [Meaning, readonly string[]]> = [
  ...(Object.entries(OTHER_NAMES) as Array<[keyof typeof OTHER_NAMES, string[]]>),
  ...fixFields.map(({ name, csv }) => [name, csv?.names ?? []] as const),
]
