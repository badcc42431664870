import { istDateTime } from '#contract/ist.ts'
import type { LiveMessage } from '#contract/records/live.ts'
import { statusOf } from '#contract/records/vehicle-status.ts'
import type { ReportedFix } from './bus.ts'
import type { RosterVehicle } from './roster.ts'

/** A level as percent of its tank with one decimal, or null where either is unknown. */
const percentOf = (litres: number | undefined, tank: number | null): number | null =>
  litres === undefined || tank === null || tank <= 0
    ? null
    : Math.round(Math.min(100, (litres / tank) * 100) * 10) / 10

/** A fix in the form of the live stream (LIV-03). `now` is ms UTC and decides the status. */
export const liveMessageOf = (
  vehicleId: number,
  vehicle: RosterVehicle,
  { fix, intervalS }: ReportedFix,
  now: number,
): Exclude<LiveMessage, { ERROR: string }> => ({
  LAT: fix.lat,
  LONG: fix.lng,
  status: statusOf(fix, now),
  RegNo: vehicle.registration,
  UpdatedTime: istDateTime(fix.time),
  vehicleId,
  time: fix.time,
  speed: fix.speed ?? null,
  heading: fix.heading ?? null,
  odo: fix.odo ?? null,
  fuelPercent: percentOf(fix.fuel, vehicle.fuelTankLitres),
  adbluePercent: percentOf(fix.adblue, vehicle.adblueTankLitres),
  intervalS,
})
