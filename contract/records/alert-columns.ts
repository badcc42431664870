import type { AlertCode } from '#domain/alerts.ts'

/**
 * What a column of an alert report holds: texts, or numbers in km/h, 1/min, km, s and litres. `time` is `DD-MM-YYYY HH:mm:ss` in IST;
 * `place` is `lat,lng`, which the page shows as the nearest town, since the server knows no addresses. A `description` is English; the page
 * says it in its own language, by what an `AlertRow` has besides its columns.
 */
export type ColumnKind =
  | 'registration'
  | 'text'
  | 'description'
  | 'time'
  | 'place'
  | 'speed'
  | 'overspeed'
  | 'speedLimit'
  | 'engineSpeed'
  | 'distance'
  | 'duration'
  | 'volume'
  | 'volumeLimit'
  | 'odo'
  | 'count'

type Columns = Readonly<Record<string, ColumnKind>>

const VEHICLE = { RegistrationNumber: 'registration', Vin: 'text', Model: 'text' } as const
const COMMON = { ...VEHICLE, Date: 'time', Address: 'place' } as const

/** The columns of the alert report of each type, verbatim and in their order (ALR-16 to ALR-19, ALR-21, ALR-23, ALR-25 to ALR-31). */
export const ALERT_COLUMNS = {
  GEOFENCEINOUT: {
    ...VEHICLE,
    GEOFENCE_NAME: 'text',
    EntrySpeed: 'speed',
    EntryDate: 'time',
    ExitSpeed: 'speed',
    ExitDate: 'time',
    DurationWithinGeofence: 'duration',
    RunningDuration: 'duration',
    IdlingDuration: 'duration',
    STOPPAGE_DURATION: 'duration',
    FUEL_DROP: 'volume',
    Entry_Address: 'place',
    Exit_Address: 'place',
  },
  STOPPAGE: {
    ...COMMON,
    StoppageThreshold: 'duration',
    StoppageDuration: 'duration',
    GeoFenceName: 'text',
  },
  IDLING: { ...COMMON, IdlingThreshold: 'duration', IdlingDuration: 'duration', GeoFenceName: 'text' },
  FUELFILL: {
    ...COMMON,
    fuel_fill_alert_limit: 'volumeLimit',
    FuelFilledFrom: 'volume',
    FuelFilledTo: 'volume',
    TotalFuelFilled: 'volume',
    GeoFenceName: 'text',
  },
  ENGINEOVERRUN: {
    ...COMMON,
    OverrunRPMThreshold: 'engineSpeed',
    OverrunRPM: 'engineSpeed',
    MaxOverrunrpm: 'engineSpeed',
    OverrunDuration: 'duration',
    VehicleSpeed: 'speed',
  },
  NEUTRALDRIVING: {
    ...COMMON,
    NeutralRunDuration: 'duration',
    MaxSpeed: 'speed',
    NeutralDistanceTravel: 'distance',
  },
  FUELDROP: { ...COMMON, AlertThreshold: 'volumeLimit', FuelQuantity: 'volume', GeoFenceName: 'text' },
  ADBLUEFAULT: { ...COMMON, AdblueFaultDescription: 'description' },
  ADBLUEZONE: { ...COMMON, AdblueZone: 'count', ALERT_DESC: 'description' },
  ADBLUELOW: { ...COMMON, Adblue: 'volume' },
  OVERSPEED: { ...COMMON, SpeedLimit: 'speedLimit', MaxSpeed: 'overspeed' },
  DPFREGEN: { ...COMMON, ODO: 'odo', DpfRegenAlertDescription: 'description' },
} as const satisfies Readonly<Record<AlertCode, Columns>>

/** Columns of a type viewed by vehicle, beside the vehicle's own: sums and greatest figures of its alerts (ALR-20, ALR-22, ALR-24). */
export const VEHICLE_WISE_COLUMNS = {
  OVERSPEED: {
    Overspeedcount: 'count',
    OverSpeedDistance: 'distance',
    OverSpeedDuration: 'duration',
    DurationAtMaxSpeed: 'duration',
  },
  ENGINEOVERRUN: { OverrunCount: 'count', OverrunDuration: 'duration', MaxOverrunrpm: 'engineSpeed' },
  NEUTRALDRIVING: { MaxVehicleSpeedWhileNeutral: 'speed', DistanceTravelledInNeutral: 'distance' },
} as const satisfies Readonly<Partial<Record<AlertCode, Columns>>>

/** The columns of a vehicle whose alerts are counted (ALR-32). */
export const COUNTED_VEHICLE_COLUMNS = VEHICLE satisfies Columns
