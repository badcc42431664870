import type { Fix } from '#domain/fix.ts'
import { roundTo } from '#domain/rounding.ts'
import { randomFrom } from './synthetic-day.fixture.ts'

/** Where a truck really is, second by second: degrees, km/h, and the km driven since the start. */
export type RoadSecond = {
  readonly lng: number
  readonly lat: number
  readonly speed: number
  readonly km: number
}

const M_PER_DEGREE = 111_194.927

/** A truck on a road that bends, at 40 to 80 km/h, with stops of some minutes where `stops`. Metre by metre what it drove is known. */
export const roadOf = (
  seconds: number,
  { seed = 1, stops = true, from = [73.85, 18.52] as readonly [number, number] } = {},
): RoadSecond[] => {
  const random = randomFrom(seed)
  let [[lng, lat], heading, bend, speed, wanted, km] = [from, random() * 360, 0, 0, 60, 0]
  let [stopsFor, drives] = [0, 600 + random() * 900]
  return Array.from({ length: seconds }, (_, second) => {
    if (second % 60 === 0) wanted = 40 + random() * 40
    // A bend turns by up to 60 degrees a kilometre.
    if (second % 30 === 0) bend = (random() - 0.5) * 120
    if (stops && stopsFor === 0 && --drives < 0)
      [stopsFor, drives] = [120 + Math.round(random() * 600), 600 + random() * 900]
    if (stopsFor > 0) stopsFor -= 1
    speed += Math.max(-5, Math.min(2.5, (stopsFor > 0 ? 0 : wanted) - speed))
    const step = speed / 3600
    heading += bend * step
    lng +=
      (Math.sin((heading * Math.PI) / 180) * step * 1000) / M_PER_DEGREE / Math.cos((lat * Math.PI) / 180)
    lat += (Math.cos((heading * Math.PI) / 180) * step * 1000) / M_PER_DEGREE
    km += step
    return { lng, lat, speed, km }
  })
}

/** What the odometer shows at a second of a road, km; undefined where it is not reported. */
export type OdometerOf = (km: number, second: number) => number | undefined

/** The fixes of a road, one every `everyS`, from `start` (ms) on. Positions stray by `noiseM` (the standard deviation in each direction). */
export const fixesOf = (
  road: readonly RoadSecond[],
  {
    everyS,
    start,
    noiseM = 0,
    odometer = (km) => 50_000 + km,
    seed = 1,
  }: { everyS: number; start: number; noiseM?: number; odometer?: OdometerOf; seed?: number },
): Fix[] => {
  const random = randomFrom(seed + 1)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return road.flatMap(({ lng, lat, speed, km }, second): Fix[] => {
    if (second % everyS !== 0) return []
    const odo = odometer(km, second)
    const [east, north] = [normal() * noiseM, normal() * noiseM]
    return [
      {
        time: start + second * 1000,
        lng: roundTo(lng + east / M_PER_DEGREE / Math.cos((lat * Math.PI) / 180), 6),
        lat: roundTo(lat + north / M_PER_DEGREE, 6),
        speed: roundTo(speed, 1),
        ignition: true,
        ...(odo === undefined ? {} : { odo: roundTo(odo, 3) }),
      },
    ]
  })
}

/**
 * As a device without memory of its times sends them: where there is no reception (`deadZones`, seconds from and to), the fixes wait, and
 * come within two seconds after it with the times at which they were received.
 */
export const receivedAfter = (
  fixes: readonly Fix[],
  start: number,
  deadZones: ReadonlyArray<readonly [from: number, to: number]>,
): Fix[] =>
  fixes.map((fix) => {
    const second = (fix.time - start) / 1000
    const zone = deadZones.find(([from, to]) => second > from && second < to)
    if (zone === undefined) return fix
    const [from, to] = zone
    return { ...fix, time: start + to * 1000 - 2000 + Math.round(((second - from) / (to - from)) * 1999) }
  })
