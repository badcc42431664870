import type { Fix, MutableFix } from '#domain/fix.ts'
import { mixBits } from '#domain/numbers.ts'
import { roundTo } from '#domain/rounding.ts'
import { KMPH_PER } from '#domain/units.ts'
import { fraction } from '../random.ts'
import { KM_PER_LAT, kmPerLng, planeHeading } from '../road/network.ts'
import { styleAt } from './driving-style.ts'
import { rpmInGear } from './gearbox.ts'
import { eventsBetween, lapseAt } from './incidents.ts'
import type { Journey } from './journey.ts'
import { adblueSeen, fuelSeen, odometerSeen, positionError, speedSeen } from './sensor-noise.ts'
import type { Phase, Stop } from './stops.ts'
import { engineSecondsIn } from './timetable.ts'

/** Readings that accumulate over rounds: their values at the start of this one. */
export type Readings = { readonly odo: number; readonly engineHours: number; readonly engineScale: number }

/** Revolutions per minute above which the engine overruns (ALR-10). */
const OVERRUN_RPM = { HDT: 2900, MDT: 3150 } as const
/** Interval and length in km of the particle filter's regenerations. */
const REGENERATION_KM = { every: 620, lasts: 14 }
/** How often in km a truck has faults of a kind, for how many km they are set, and how long it says then that they are not any more. */
const FAULT_KM = {
  adblue: { every: 5200, lasts: 60 },
  other: { every: 2300, lasts: 110 },
  gone: 5,
} as const
/** Every how many km the coolant of a truck is hot, for how many km, and by how many degrees. */
const HOT_KM = { every: 4100, lasts: 180, degrees: 15 }
const ADBLUE_FAULTS = ['SPN 3364 FMI 18', 'SPN 4364 FMI 18', 'SPN 3361 FMI 4', 'SPN 3216 FMI 2'] as const
const OTHER_FAULTS = [
  'SPN 97 FMI 31',
  'SPN 111 FMI 18',
  'SPN 3251 FMI 16',
  'SPN 168 FMI 17',
  'SPN 639 FMI 9',
  'SPN 110 FMI 15',
  'SPN 94 FMI 18',
  'SPN 790 FMI 8',
  'SPN 107 FMI 15',
  'SPN 1347 FMI 5',
  'U0100',
] as const

type State = {
  lng: number
  lat: number
  kmph: number
  /** m/s². */
  acceleration: number
  heading: number
  km: number
  engine: Phase['engine']
  fuel: number
  adblue: number
  engineS: number
}

/** Index of the last of the sorted times at or before `time`. */
const lastIndexUntil = (times: Float64Array, time: number): number => {
  let low = 0
  let high = times.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((times[middle] ?? 0) <= time) low = middle
    else high = middle - 1
  }
  return low
}

const placeOf = ({ route, parkingOffsets }: Journey, point: number): readonly [number, number] => {
  const offset = parkingOffsets.get(point)
  const lng = route.lng[point] ?? 0
  const lat = route.lat[point] ?? 0
  return offset ? [lng + offset[0], lat + offset[1]] : [lng, lat]
}

const stateAtStop = (journey: Journey, stop: Stop, time: number): State => {
  const { times, route } = journey
  const [lng, lat] = placeOf(journey, stop.at)
  const phase = stop.phases.find(({ to }) => time < to) ?? stop.phases.at(-1)
  const share =
    phase && phase.to > phase.from ? Math.min(1, (time - phase.from) / (phase.to - phase.from)) : 1
  const arrivedFrom = placeOf(journey, Math.max(0, stop.at - 1))
  return {
    lng,
    lat,
    kmph: 0,
    acceleration: 0,
    heading: stop.kind === 'depot' ? (journey.truck.index * 47) % 360 : planeHeading(arrivedFrom, [lng, lat]),
    km: route.km[stop.at] ?? 0,
    engine: phase?.engine ?? 'off',
    fuel: phase ? phase.fuelFrom + (phase.fuelTo - phase.fuelFrom) * share : (times.fuel[stop.at] ?? 0),
    adblue: phase
      ? phase.adblueFrom + (phase.adblueTo - phase.adblueFrom) * share
      : (times.adblue[stop.at] ?? 0),
    engineS: (times.engineS[stop.at] ?? 0) + engineSecondsIn(stop, time),
  }
}

const stateBetweenPoints = (journey: Journey, point: number, time: number): State => {
  const { times, route } = journey
  const stop = times.stops.get(point)
  const from = stop?.to ?? times.arrives[point] ?? 0
  const seconds = (times.arrives[point + 1] ?? from) - from
  const since = time - from
  const v0 = times.speed[point] ?? 0
  const v1 = times.speed[point + 1] ?? 0
  const metres = v0 * since + ((v1 - v0) * since * since) / (2 * seconds)
  const km0 = route.km[point] ?? 0
  const km1 = route.km[point + 1] ?? km0
  const share = Math.min(1, metres / 1000 / (km1 - km0 || 1))
  const a = placeOf(journey, point)
  const b = placeOf(journey, point + 1)
  const leaving = stop?.phases.at(-1)
  const fuel0 = leaving?.fuelTo ?? times.fuel[point] ?? 0
  const adblue0 = leaving?.adblueTo ?? times.adblue[point] ?? 0
  return {
    lng: a[0] + (b[0] - a[0]) * share,
    lat: a[1] + (b[1] - a[1]) * share,
    kmph: (v0 + ((v1 - v0) * since) / seconds) * KMPH_PER.mps,
    acceleration: (v1 - v0) / seconds,
    heading: planeHeading(a, b),
    km: km0 + (km1 - km0) * share,
    engine: 'on',
    fuel: fuel0 + ((times.fuel[point + 1] ?? 0) - fuel0) * share,
    adblue: adblue0 + ((times.adblue[point + 1] ?? 0) - adblue0) * share,
    engineS: (times.engineS[point + 1] ?? 0) - (seconds - since),
  }
}

/** Whether a truck's tracker has a network to send by at `second`. It has where the truck stops. */
export const hasNetwork = ({ times, route, last }: Journey, second: number): boolean => {
  if (second >= last.from) return true
  return route.inDeadZone[lastIndexUntil(times.arrives, second)] !== 1
}

const stateAt = (journey: Journey, time: number): State | undefined => {
  if (time >= journey.last.from) return stateAtStop(journey, journey.last, time)
  const point = lastIndexUntil(journey.times.arrives, time)
  const stop = journey.times.stops.get(point)
  if (stop && time < stop.to) return stateAtStop(journey, stop, time)
  return journey.route.inTunnel[point] === 1 ? undefined : stateBetweenPoints(journey, point, time)
}

/** Revolutions per minute of a truck's engine. */
const rpmOf = ({ truck, incidents }: Journey, state: State, second: number, draw: number): number => {
  if (state.engine !== 'on') return 0
  const lapse = state.kmph > 0 ? lapseAt(incidents, second) : undefined
  if (lapse?.kind === 'overrun') return OVERRUN_RPM[truck.segment] + 250 * fraction(draw ^ 3)
  const trembles = fraction(draw ^ 4) - 0.5
  if (lapse?.kind === 'coasting') return truck.idleRpm + 30 * trembles
  const rpm = rpmInGear(truck, styleAt(truck.shifts, second), state.kmph, state.acceleration)
  return rpm + (rpm > truck.idleRpm ? 60 : 30) * trembles
}

/** The zone of a tank level, 0 (full) to 5 (empty); zones from 2 on raise an alert (ALR-11). */
const adblueZone = (share: number): number => {
  if (share > 0.15) return 0
  if (share > 0.1) return 1
  if (share > 0.07) return 2
  if (share > 0.04) return 3
  return share > 0.01 ? 4 : 5
}

/** The trouble codes of a truck whose odometer shows `odo`; undefined where it says nothing of them. */
const faultsAt = (truck: number, odo: number): readonly string[] | undefined => {
  const adblueKm = (odo + truck * 613) % FAULT_KM.adblue.every
  const otherKm = (odo + truck * 977) % FAULT_KM.other.every
  const isReported =
    adblueKm < FAULT_KM.adblue.lasts + FAULT_KM.gone || otherKm < FAULT_KM.other.lasts + FAULT_KM.gone
  if (!isReported) return undefined
  return [
    ...(adblueKm < FAULT_KM.adblue.lasts ? [ADBLUE_FAULTS[truck % ADBLUE_FAULTS.length] ?? ''] : []),
    ...(otherKm < FAULT_KM.other.lasts ? [OTHER_FAULTS[truck % OTHER_FAULTS.length] ?? ''] : []),
  ]
}

/** What a truck's tracker says of coolant, oil and battery. */
const fluidsAt = (
  truck: number,
  { odo, rpm, draw }: { odo: number; rpm: number; draw: number },
): Pick<Fix, 'coolant' | 'oilPressure' | 'battery'> => {
  const noise = fraction(draw ^ 6) - 0.5
  if (rpm === 0)
    return { coolant: roundTo(48 + 6 * noise, 1), oilPressure: 0, battery: roundTo(25.2 + 0.2 * noise, 2) }
  const isHot = (odo + truck * 389) % HOT_KM.every < HOT_KM.lasts
  return {
    coolant: roundTo(83 + rpm / 300 + 3 * noise + (isHot ? HOT_KM.degrees : 0), 1),
    oilPressure: roundTo(130 + rpm / 6 + 20 * noise, 1),
    battery: roundTo(27.9 + 0.4 * noise, 2),
  }
}

/**
 * The tracker's report at `time` ms, or undefined in a tunnel. `everyMs` is its interval: single events since the
 * previous report are included. The same arguments give the same fix.
 */
export const sampleFix = (
  journey: Journey,
  readings: Readings,
  time: number,
  everyMs: number,
): Fix | undefined => {
  const second = time / 1000
  const state = stateAt(journey, second)
  if (!state) return undefined
  const { truck, incidents } = journey
  const { tracker } = truck
  const truckHash = mixBits(Math.imul(truck.index + 1, 0x9e3779b1))
  const hash = mixBits(truckHash ^ Math.floor(second))
  const isMoving = state.kmph > 0
  const [east, north] = positionError(tracker, isMoving, hash)
  const events = eventsBetween(incidents, second - everyMs / 1000, second)
  const rpm = rpmOf(journey, state, second, hash)
  const coasts = isMoving && lapseAt(incidents, second)?.kind === 'coasting'
  const km = readings.odo + state.km
  const odo = odometerSeen(tracker, km, truck.startOdo)
  const dtcs = faultsAt(truck.index, km)
  const fix: MutableFix = {
    time,
    lng: roundTo(state.lng + east / kmPerLng(state.lat), 6),
    lat: roundTo(state.lat + north / KM_PER_LAT, 6),
    speed: roundTo(speedSeen(tracker, state.kmph, hash), 1),
    heading: Math.round(state.heading) % 360,
    engineHours: roundTo(readings.engineHours + (state.engineS / 3600) * readings.engineScale, 2),
    neutral: state.engine === 'on' && (!isMoving || coasts),
    fuel: fuelSeen({
      tracker,
      tankLitres: truck.fuelTankLitres,
      litres: state.fuel,
      second,
      km,
      isMoving,
      truckHash,
      hash,
    }),
    adblue: adblueSeen(tracker, truck.adblueTankLitres, state.adblue, hash),
    adblueZone: adblueZone(state.adblue / truck.adblueTankLitres),
    dpf: km % REGENERATION_KM.every < REGENERATION_KM.lasts ? 1 : 0,
  }
  if (odo !== undefined) fix.odo = odo
  if (tracker.reportsIgnition) fix.ignition = state.engine !== 'off'
  if (tracker.reportsRpm) fix.rpm = Math.round(rpm)
  if (tracker.reportsFluids) Object.assign(fix, fluidsAt(truck.index, { odo: km, rpm, draw: hash }))
  if (events !== 0) fix.events = events
  if (dtcs) fix.dtcs = dtcs
  return fix
}
