import * as z from 'zod/mini'
import { SEVERITIES } from '#domain/alerts.ts'
import { eachFluid } from '#domain/fluids.ts'
import {
  SERVICE_INTERVAL_LIMITS,
  SERVICE_MEASURES,
  SERVICE_STATES,
  type ServiceMeasure,
} from '#domain/service.ts'

/** How urgent a trouble code is (`domain/dtc.ts`). */
export const DtcSeverity = z.enum(SEVERITIES)

/**
 * A trouble code of a vehicle from when it was first reported until it was cleared: by the first fix that lists codes and not this one.
 * Times in ms UTC. `occurrences` counts how often it has come up on this vehicle, this time included; the place is where it began.
 */
export const DtcRow = z.object({
  vehicleId: z.number(),
  registrationId: z.string(),
  model: z.string(),
  code: z.string(),
  severity: DtcSeverity,
  firstSeen: z.number(),
  lastSeen: z.number(),
  clearedAt: z.nullable(z.number()),
  occurrences: z.number(),
  lng: z.number(),
  lat: z.number(),
})
export type DtcRow = z.infer<typeof DtcRow>

/** The codes that are set now, the most urgent first, then the newest. `vehicles` have at least one. At most `MAX_DTC_ROWS`; counts are of all. */
export const LiveDtcs = z.object({
  codes: z.array(DtcRow),
  counts: z.object({ high: z.number(), medium: z.number(), low: z.number() }),
  vehicles: z.number(),
})
export type LiveDtcs = z.infer<typeof LiveDtcs>

/** Most rows in one reply of trouble codes or services; the newest are answered, and totals count all. */
export const MAX_DTC_ROWS = 5000
export const MAX_SERVICE_ROWS = 5000

const intervalOf = (measure: ServiceMeasure) => {
  const { min, max } = SERVICE_INTERVAL_LIMITS[measure]
  return z.nullable(z.int().check(z.minimum(min), z.maximum(max)))
}

/** How far, how long in engine hours and how many days until the next service; null where it is not counted by. */
export const ServiceIntervalBody = z.object({
  km: intervalOf('km'),
  hours: intervalOf('hours'),
  days: intervalOf('days'),
})

const StoredInterval = z.object({
  km: z.nullable(z.number()),
  hours: z.nullable(z.number()),
  days: z.nullable(z.number()),
})

/**
 * When a vehicle's next service is due. `left` has the most urgent measure first, negative where it is overdue: km, engine hours and days.
 * `odo` is in km; null is what the vehicle does not report.
 */
export const ServiceReminder = z.object({
  vehicleId: z.number(),
  registrationId: z.string(),
  model: z.string(),
  state: z.enum(SERVICE_STATES),
  left: z.array(
    z.object({
      measure: z.enum(SERVICE_MEASURES),
      interval: z.number(),
      left: z.number(),
      state: z.enum(['overdue', 'dueSoon', 'upToDate']),
    }),
  ),
  interval: StoredInterval,
  /** Whether the interval was set for this vehicle; else it is that of its segment. */
  hasOwnInterval: z.boolean(),
  odo: z.nullable(z.number()),
  engineHours: z.nullable(z.number()),
  lastDoneAt: z.nullable(z.number()),
})
export type ServiceReminder = z.infer<typeof ServiceReminder>

/** At most `MAX_SERVICE_ROWS`, the most urgent first; `total` counts all. */
export const ServiceReminders = z.object({ reminders: z.array(ServiceReminder), total: z.number() })
export type ServiceReminders = z.infer<typeof ServiceReminders>

/** Who did something, and when (ms UTC); the name is empty where the user is gone. */
const Deed = z.object({ by: z.string(), at: z.number() })

/** A service that was done: odometer in km and engine hours then, null if unknown; `undone` if somebody took it back. */
export const ServiceRecord = z.object({
  serviceId: z.number(),
  vehicleId: z.number(),
  registrationId: z.string(),
  model: z.string(),
  doneAt: z.number(),
  odo: z.nullable(z.number()),
  engineHours: z.nullable(z.number()),
  note: z.string(),
  recorded: Deed,
  undone: z.nullable(Deed),
})
export type ServiceRecord = z.infer<typeof ServiceRecord>

/** The services that were done, the newest first, those taken back included; `total` counts all. */
export const ServiceRecords = z.object({ records: z.array(ServiceRecord), total: z.number() })
export type ServiceRecords = z.infer<typeof ServiceRecords>

/** How many vehicles are in each state, and how many services were done and not taken back. */
export const ServiceCounts = z.object({
  overdue: z.number(),
  dueSoon: z.number(),
  upToDate: z.number(),
  notCounted: z.number(),
  notRecorded: z.number(),
  done: z.number(),
})
export type ServiceCounts = z.infer<typeof ServiceCounts>

const EachFluid = <T extends z.core.$ZodType>(of: T) => z.object(eachFluid(() => of))

/** What is usual of a vehicle in its last thirty days (`domain/usual-band.ts`); null where too few have a value. */
const Usual = z.nullable(z.object({ from: z.number(), to: z.number() }))

/**
 * A value as it was reported last, in the unit of `domain/fluids.ts`; `percent` of the tank where its size is known. `beside` says where
 * it lies if it is not usual; of what counts while the engine runs, only then and of values of today.
 */
const FluidReading = z.object({
  value: z.number(),
  percent: z.nullable(z.number()),
  usual: Usual,
  beside: z.nullable(z.enum(['below', 'above'])),
})

/**
 * What a vehicle reported last of its fluids and its battery (HLT-05); null is what it does not report. `time` is that of its latest
 * position, ms UTC, null without one; `isEngineOn` is of that position.
 */
export const VehicleFluids = z.object({
  vehicleId: z.number(),
  registrationId: z.string(),
  model: z.string(),
  time: z.nullable(z.number()),
  isEngineOn: z.nullable(z.boolean()),
  fluids: EachFluid(z.nullable(FluidReading)),
})
export type VehicleFluids = z.infer<typeof VehicleFluids>

/** The lowest, the mean and the highest value of a day. */
const FluidLevel = z.object({ low: z.number(), mean: z.number(), high: z.number() })

/**
 * The fluids of a vehicle on each of the last thirty days and on today (`YYYY-MM-DD` of its company), ascending. `pendingDays` of them
 * are being derived again and may lack values.
 */
export const FluidHistory = z.object({
  vehicleId: z.number(),
  pendingDays: z.number(),
  days: z.array(z.object({ day: z.string(), fluids: EachFluid(z.nullable(FluidLevel)) })),
  usual: EachFluid(Usual),
})
export type FluidHistory = z.infer<typeof FluidHistory>
