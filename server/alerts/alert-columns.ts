import type { ALERT_COLUMNS, VEHICLE_WISE_COLUMNS } from '#contract/records/alert-columns.ts'
import type { AlertRow } from '#contract/records/alerts.ts'
import type { AlertCode } from '#domain/alerts.ts'
import { istDateTime } from '#domain/ist.ts'
import type { AlertReadsRepository, StoredAlert } from './alert-reads.repository.ts'
import { evidenceOf } from './alert-reads.repository.ts'

type Value = AlertRow['columns'][string]

const METRES_PER_KM = 1000

const inKm = (metres: unknown): number | null => (typeof metres === 'number' ? metres / METRES_PER_KM : null)
const timeOf = (time: unknown): string | null => (typeof time === 'number' ? istDateTime(time) : null)
const placeOf = (lat: unknown, lng: unknown): string | null =>
  typeof lat === 'number' && typeof lng === 'number' ? `${lat},${lng}` : null

type Columns<TCode extends AlertCode> = Record<keyof (typeof ALERT_COLUMNS)[TCode], Value>

/** The columns of an alert of one type, by name (ALR-16 to ALR-31). */
const OF_TYPE: { readonly [TCode in AlertCode]: (row: StoredAlert) => Columns<TCode> } = {
  GEOFENCEINOUT: (row) => {
    const { figures, fence } = evidenceOf(row)
    return {
      ...vehicleColumns(row),
      GEOFENCE_NAME: fence?.name ?? null,
      EntrySpeed: figures['entrySpeed'] ?? null,
      EntryDate: timeOf(figures['entryTime']),
      ExitSpeed: figures['exitSpeed'] ?? null,
      ExitDate: timeOf(figures['exitTime']),
      DurationWithinGeofence: figures['durationS'] ?? null,
      RunningDuration: figures['runningS'] ?? null,
      IdlingDuration: figures['idlingS'] ?? null,
      STOPPAGE_DURATION: figures['stoppedS'] ?? null,
      FUEL_DROP: figures['fuelDrop'] ?? null,
      Entry_Address: placeOf(figures['entryLat'], figures['entryLng']),
      Exit_Address: placeOf(figures['exitLat'], figures['exitLng']),
    }
  },
  STOPPAGE: (row) => {
    const { figures, fence } = evidenceOf(row)
    return {
      ...commonColumns(row),
      StoppageThreshold: figures['thresholdS'] ?? null,
      StoppageDuration: figures['durationS'] ?? null,
      GeoFenceName: fence?.name ?? null,
    }
  },
  IDLING: (row) => {
    const { figures, fence } = evidenceOf(row)
    return {
      ...commonColumns(row),
      IdlingThreshold: figures['thresholdS'] ?? null,
      IdlingDuration: figures['durationS'] ?? null,
      GeoFenceName: fence?.name ?? null,
    }
  },
  FUELFILL: (row) => {
    const { figures, fence } = evidenceOf(row)
    return {
      ...commonColumns(row),
      fuel_fill_alert_limit: figures['threshold'] ?? null,
      FuelFilledFrom: figures['from'] ?? null,
      FuelFilledTo: figures['to'] ?? null,
      TotalFuelFilled: figures['litres'] ?? null,
      GeoFenceName: fence?.name ?? null,
    }
  },
  ENGINEOVERRUN: (row) => {
    const { figures } = evidenceOf(row)
    return {
      ...commonColumns(row),
      OverrunRPMThreshold: figures['limit'] ?? null,
      OverrunRPM: figures['rpm'] ?? null,
      MaxOverrunrpm: figures['maxRpm'] ?? null,
      OverrunDuration: figures['durationS'] ?? null,
      VehicleSpeed: figures['speed'] ?? null,
    }
  },
  NEUTRALDRIVING: (row) => {
    const { figures } = evidenceOf(row)
    return {
      ...commonColumns(row),
      NeutralRunDuration: figures['durationS'] ?? null,
      MaxSpeed: figures['maxSpeed'] ?? null,
      NeutralDistanceTravel: inKm(figures['distanceM']),
    }
  },
  FUELDROP: (row) => {
    const { figures, fence } = evidenceOf(row)
    return {
      ...commonColumns(row),
      AlertThreshold: figures['threshold'] ?? null,
      FuelQuantity: figures['litres'] ?? null,
      GeoFenceName: fence?.name ?? null,
    }
  },
  ADBLUEFAULT: (row) => ({
    ...commonColumns(row),
    AdblueFaultDescription: evidenceOf(row).figures['description'] ?? null,
  }),
  ADBLUEZONE: (row) => {
    const { figures } = evidenceOf(row)
    return {
      ...commonColumns(row),
      AdblueZone: figures['zone'] ?? null,
      ALERT_DESC: figures['description'] ?? null,
    }
  },
  ADBLUELOW: (row) => ({ ...commonColumns(row), Adblue: evidenceOf(row).figures['litres'] ?? null }),
  OVERSPEED: (row) => {
    const { figures } = evidenceOf(row)
    return {
      ...commonColumns(row),
      SpeedLimit: figures['limit'] ?? null,
      MaxSpeed: figures['maxSpeed'] ?? null,
    }
  },
  DPFREGEN: (row) => {
    const { figures } = evidenceOf(row)
    return {
      ...commonColumns(row),
      ODO: figures['odo'] ?? null,
      DpfRegenAlertDescription: figures['description'] ?? null,
    }
  },
}

const vehicleColumns = ({ registration, vin, model }: StoredAlert) => ({
  RegistrationNumber: registration,
  Vin: vin,
  Model: model,
})

const commonColumns = (row: StoredAlert) => ({
  ...vehicleColumns(row),
  Date: istDateTime(row.time.getTime()),
  Address: placeOf(row.lat, row.lng),
})

/** The columns of a stored alert of a type, in the order of `ALERT_COLUMNS`. */
export const columnsOf = (type: AlertCode, row: StoredAlert): AlertRow['columns'] => OF_TYPE[type](row)

/** What the description among an alert's columns was made of, for readers of other languages. */
export const describedBy = (type: AlertCode, row: StoredAlert): Pick<AlertRow, 'codes' | 'regeneration'> => {
  const { codes, state } = evidenceOf(row).figures
  if (type === 'ADBLUEFAULT' && typeof codes === 'string') return { codes: codes.split(', ') }
  if (type === 'DPFREGEN' && typeof state === 'number') return { regeneration: state }
  return {}
}

type Counted = Awaited<ReturnType<AlertReadsRepository['counts']>>[number]
type VehicleWise = Readonly<{
  [TCode in keyof typeof VEHICLE_WISE_COLUMNS]: (
    row: Counted,
  ) => Record<keyof (typeof VEHICLE_WISE_COLUMNS)[TCode], number | null>
}>

const VEHICLE_WISE: VehicleWise = {
  OVERSPEED: ({ count, distance_m, duration_s, at_max_s }) => ({
    Overspeedcount: count,
    OverSpeedDistance: inKm(distance_m),
    OverSpeedDuration: duration_s,
    DurationAtMaxSpeed: at_max_s,
  }),
  ENGINEOVERRUN: ({ count, duration_s, max_rpm }) => ({
    OverrunCount: count,
    OverrunDuration: duration_s,
    MaxOverrunrpm: max_rpm,
  }),
  NEUTRALDRIVING: ({ max_speed, distance_m }) => ({
    MaxVehicleSpeedWhileNeutral: max_speed,
    DistanceTravelledInNeutral: inKm(distance_m),
  }),
}

const isVehicleWise = (type: string): type is keyof VehicleWise => Object.hasOwn(VEHICLE_WISE, type)

/** The columns of a vehicle for the alerts of one type; none where the type has none. */
export const vehicleWiseColumnsOf = (row: Counted): Readonly<Record<string, number | null>> =>
  isVehicleWise(row.type) ? VEHICLE_WISE[row.type](row) : {}
