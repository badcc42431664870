import { MOST_ACCURACY_M } from './accuracy.ts'

type Range = readonly [min: number, max: number]

/** How a field becomes part of a playback point. */
type InPoint = {
  /** The name that is written, and another one that is read where that is missing. */
  readonly names: readonly [string] | readonly [string, string]
}

type Common = {
  /** The unit of the value in a fix. */
  readonly unit?: string
  /** Without it there is no fix. */
  readonly required?: true
  /** Column of `open_fix`, and of `latest_fix` where `latest` is given. */
  readonly column: string
  /** Whether the latest fix of a vehicle shows what its last packet said, or the last value that any packet said. */
  readonly latest?: 'asSent' | 'lastKnown'
  /**
   * Names in the query, form and flat JSON dialects, in order of preference, and the unit where it is not ours. In a phone's `extras`
   * the field has the first name.
   */
  readonly ingest?: { readonly names: readonly [string, ...string[]]; readonly unit?: string }
  /** Names in Traccar's position or among its attributes, in order of preference, and the unit where it is not ours. */
  readonly traccar?: { readonly names: readonly [string, ...string[]]; readonly unit?: string }
  /**
   * Header names in CSV files, the most telling first: lower case, without spaces, signs and units. `traccarUnit` is the unit in
   * a Traccar route report, whose headers name none.
   */
  readonly csv?: { readonly names: readonly string[]; readonly traccarUnit?: string }
  /** Element of a GPX track point, and its unit where it is not ours. */
  readonly gpx?: { readonly element: string; readonly unit?: string }
}

/** A field of a fix. Values outside `range` (both ends belong to it) are dropped. */
export type FixField =
  | (Common & {
      readonly kind: 'number'
      readonly type: 'float8' | 'timestamptz'
      readonly range: Range
      /** The full circle, which is 0 again. */
      readonly wrapsAt?: number
      /** Steps per unit in a stored day: the nearest step is kept. */
      readonly steps: number
      readonly point?: InPoint & {
        readonly decimals: number
        /** Needs 64 bits in the browser. */
        readonly precise?: true
        /** Written as percent of this tank of the vehicle. */
        readonly percentOf?: 'fuelTankLitres' | 'adblueTankLitres'
      }
    })
  | (Common & { readonly kind: 'boolean'; readonly type: 'bool'; readonly point?: InPoint })
  /** A whole number of at most 254; no playback point has one yet. */
  | (Common & {
      readonly kind: 'uint8'
      readonly type: 'int2'
      readonly range: Range
      readonly point?: never
    })
  /** 16 bits, none of them set where the device says nothing; in a point the event codes whose bits are set. */
  | (Common & { readonly kind: 'bits'; readonly type: 'int4'; readonly point?: InPoint })
  | (Common & {
      readonly kind: 'strings'
      readonly type: 'text[]'
      /** Most strings, and most characters of each. */
      readonly most: number
      readonly longest: number
      readonly point?: never
    })

const words = (text: string): string[] => text.trim().split(/\s+/)

/**
 * Everything a fix can carry. Database columns, statements, stored days, importers, ingest dialects and playback files are made
 * from this list: a new field takes an entry at its end, a migration that adds its column, and its texts.
 *
 * Stored days hold the fields in this order, so the order never changes, and neither does the `kind` or the `steps` of a field.
 */
export const FIX_FIELDS = {
  /** ms since 1970 UTC. */
  time: {
    kind: 'number',
    unit: 'ms',
    required: true,
    range: [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1) - 1],
    steps: 1,
    column: 'time',
    type: 'timestamptz',
    latest: 'asSent',
    ingest: { names: ['timestamp', 'time'] },
    traccar: { names: ['fixTime', 'deviceTime'] },
    csv: {
      names: words(`
        fixtime gpstime gpsdatetime gpstimestamp fixdatetime devicetime devicedatetime devicetimestamp positiontime
        locationtime datetime timestamp dateandtime timedate datetimeutc timestamputc utctime timeutc utc isttime
        istdatetime eventtime eventdatetime recordedat recordtime trackedat time ts epoch unixtime epochtime localtime
        createdat createdtime servertime serverdatetime receivedat receivedtime receivetime date`),
    },
    gpx: { element: 'time' },
    point: { names: ['gpsTime'], decimals: 0, precise: true },
  },
  /** Degrees east. */
  lng: {
    kind: 'number',
    unit: 'degrees',
    required: true,
    range: [-180, 180],
    steps: 1e6,
    column: 'lng',
    type: 'float8',
    latest: 'asSent',
    ingest: { names: ['lon', 'lng', 'longitude'] },
    traccar: { names: ['longitude'] },
    csv: {
      names: words('longitude lon lng long gpslongitude gpslon gpslng gpslong londeg longitudedeg xcoord x'),
    },
    point: { names: ['gpsLongitude', 'lng'], decimals: 6, precise: true },
  },
  /** Degrees north. */
  lat: {
    kind: 'number',
    unit: 'degrees',
    required: true,
    range: [-90, 90],
    steps: 1e6,
    column: 'lat',
    type: 'float8',
    latest: 'asSent',
    ingest: { names: ['lat', 'latitude'] },
    traccar: { names: ['latitude'] },
    csv: { names: words('latitude lat gpslatitude gpslat latdeg latitudedeg ycoord y') },
    point: { names: ['gpsLatitude', 'lat'], decimals: 6, precise: true },
  },
  /** km/h. */
  speed: {
    kind: 'number',
    unit: 'kmph',
    range: [0, 250],
    steps: 10,
    column: 'speed',
    type: 'float8',
    latest: 'asSent',
    ingest: { names: ['speed'], unit: 'knots' },
    traccar: { names: ['speed'], unit: 'knots' },
    csv: {
      names: words('speed gpsspeed vehiclespeed gpsspkm groundspeed velocity currentspeed spd speedkm'),
      traccarUnit: 'knots',
    },
    gpx: { element: 'speed', unit: 'mps' },
    point: { names: ['gpsSpkm'], decimals: 2 },
  },
  /** Degrees from north, clockwise, from 0 to under 360. */
  heading: {
    kind: 'number',
    unit: 'degrees',
    range: [0, 360],
    wrapsAt: 360,
    steps: 10,
    column: 'heading',
    type: 'float8',
    latest: 'asSent',
    ingest: { names: ['bearing', 'heading', 'course'] },
    traccar: { names: ['course'] },
    csv: {
      names: words('heading course bearing direction head gpshead gpscourse azimuth angle cog orientation'),
    },
    gpx: { element: 'course' },
    point: { names: ['gpsHead'], decimals: 1 },
  },
  /** Odometer in km. */
  odo: {
    kind: 'number',
    unit: 'km',
    range: [0, 5_000_000],
    steps: 1000,
    column: 'odo',
    type: 'float8',
    latest: 'lastKnown',
    ingest: { names: ['odometer', 'odo'], unit: 'm' },
    traccar: { names: ['odometer'], unit: 'm' },
    csv: {
      names: words(
        'odometer odo currentodo currentodometer odometerreading vehicleodometer gpsodometer totaldistance mileage',
      ),
      traccarUnit: 'm',
    },
    point: { names: ['currentOdo', 'odo'], decimals: 2, precise: true },
  },
  /** Hours the engine has run in its life. */
  engineHours: {
    kind: 'number',
    unit: 'h',
    range: [0, 200_000],
    steps: 100,
    column: 'engine_hours',
    type: 'float8',
    latest: 'lastKnown',
    ingest: { names: ['engineHours', 'hours'] },
    traccar: { names: ['hours'], unit: 'ms' },
    csv: {
      names: words('enginehours enginehour hourmeter enginehourmeter hours engineruntime'),
      traccarUnit: 'ms',
    },
  },
  rpm: {
    kind: 'number',
    unit: 'rpm',
    range: [0, 10_000],
    steps: 10,
    column: 'rpm',
    type: 'float8',
    latest: 'asSent',
    ingest: { names: ['rpm'] },
    traccar: { names: ['rpm'] },
    csv: { names: words('rpm enginerpm enginespeed') },
  },
  /** Litres in a fix; percent of the tank in a playback point. */
  fuel: {
    kind: 'number',
    unit: 'litres',
    range: [0, 5_000],
    steps: 100,
    column: 'fuel',
    type: 'float8',
    latest: 'lastKnown',
    ingest: { names: ['fuel', 'fuelLevel'] },
    traccar: { names: ['fuel'] },
    csv: { names: words('fuel fuellevel currentfuellevel fuelvolume fuelquantity fuellit') },
    point: { names: ['currentFuelLevel', 'fuel'], decimals: 1, percentOf: 'fuelTankLitres' },
  },
  /** Litres in a fix; percent of the tank in a playback point. */
  adblue: {
    kind: 'number',
    unit: 'litres',
    range: [0, 5_000],
    steps: 100,
    column: 'adblue',
    type: 'float8',
    latest: 'lastKnown',
    ingest: { names: ['adblue', 'adBlue'] },
    traccar: { names: ['adblue', 'adBlue'] },
    csv: { names: words('adblue adbluelevel currentadl def deflevel urea urealevel adl') },
    point: { names: ['currentAdl', 'adl'], decimals: 1, percentOf: 'adblueTankLitres' },
  },
  ignition: {
    kind: 'boolean',
    column: 'ignition',
    type: 'bool',
    latest: 'asSent',
    ingest: { names: ['ignition'] },
    traccar: { names: ['ignition'] },
    csv: {
      names: words(
        'ignition ign ignitionstatus gpsignition ignitionstate ignitionon acc accstatus engine enginestatus engineon keyon',
      ),
    },
    point: { names: ['gpsIgnition'] },
  },
  /** Whether the gearbox is in neutral. */
  neutral: {
    kind: 'boolean',
    column: 'neutral',
    type: 'bool',
    ingest: { names: ['neutral'] },
    traccar: { names: ['neutral'] },
  },
  /** Level of the AdBlue tank as the dashboard shows it. */
  adblueZone: {
    kind: 'uint8',
    range: [0, 5],
    column: 'adblue_zone',
    type: 'int2',
    ingest: { names: ['adblueZone'] },
    traccar: { names: ['adblueZone'] },
  },
  /** State of the particle filter's regeneration. */
  dpf: {
    kind: 'uint8',
    range: [0, 254],
    column: 'dpf',
    type: 'int2',
    ingest: { names: ['dpf'] },
    traccar: { names: ['dpf'] },
  },
  /** Bits of `EVENT_BIT`. */
  events: { kind: 'bits', column: 'events', type: 'int4', point: { names: ['label'] } },
  /** Bits of `DERIVED_BIT`: which values we computed because the device did not send them. */
  derived: { kind: 'bits', column: 'derived', type: 'int4' },
  /** The diagnostic trouble codes that are set: an empty list where the truck says that none is, absent where it says nothing of them. */
  dtcs: {
    kind: 'strings',
    most: 20,
    longest: 16,
    column: 'dtcs',
    type: 'text[]',
    ingest: { names: ['dtcs', 'dtc'] },
    traccar: { names: ['dtcs', 'dtc'] },
    csv: { names: ['dtcs', 'dtc', 'faultcodes', 'troublecodes'] },
  },
  /** Temperature of the coolant. */
  coolant: {
    kind: 'number',
    unit: '°C',
    range: [-60, 250],
    steps: 10,
    column: 'coolant',
    type: 'float8',
    latest: 'lastKnown',
    ingest: { names: ['coolantTemp', 'coolant'] },
    traccar: { names: ['coolantTemp'] },
    csv: {
      names: words('coolant coolanttemp coolanttemperature enginecoolanttemperature enginetemperature'),
    },
  },
  /** Pressure of the engine's oil. */
  oilPressure: {
    kind: 'number',
    unit: 'kPa',
    range: [0, 2_000],
    steps: 10,
    column: 'oil_pressure',
    type: 'float8',
    latest: 'lastKnown',
    ingest: { names: ['oilPressure'] },
    traccar: { names: ['oilPressure'] },
    csv: { names: words('oilpressure engineoilpressure') },
  },
  /** Voltage of the vehicle's battery; that of the tracker's own is none. */
  battery: {
    kind: 'number',
    unit: 'V',
    range: [0, 100],
    steps: 100,
    column: 'battery',
    type: 'float8',
    latest: 'lastKnown',
    ingest: { names: ['power', 'batteryVoltage'] },
    traccar: { names: ['power'] },
    csv: { names: words('power batteryvoltage vehiclebattery externalvoltage externalpower supplyvoltage') },
  },
  /** How far the device's clock was ahead of ours: `time` is that of the fix, the device sent one so much later. */
  clockAhead: {
    kind: 'number',
    unit: 's',
    range: [0, 3_200_000_000],
    steps: 1,
    column: 'clock_ahead',
    type: 'float8',
    latest: 'asSent',
  },
  /** How far the position may be from the true one, as the receiver says; 0 where it does not know. */
  accuracy: {
    kind: 'number',
    unit: 'm',
    range: [0, MOST_ACCURACY_M],
    steps: 1,
    column: 'accuracy',
    type: 'float8',
    latest: 'asSent',
    ingest: { names: ['accuracy'] },
    traccar: { names: ['accuracy'] },
    csv: { names: words('accuracy horizontalaccuracy gpsaccuracy positionaccuracy haccuracy hacc epe') },
  },
} as const satisfies Readonly<Record<string, FixField>>
