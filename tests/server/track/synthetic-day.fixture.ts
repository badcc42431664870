import type { Fix } from '#domain/fix.ts'

/** Numbers from 0 to 1 that depend only on the seed. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39)
    mixed ^= mixed >>> 15
    return (mixed >>> 0) / 2 ** 32
  }
}

/** A plausible day of a truck: drives, rests, uses fuel. `count` fixes at an even pace from `start` (ms). */
export const syntheticDay = (count: number, start: number, seed = 1): Fix[] => {
  const random = randomFrom(seed)
  const paceS = 86_400 / count
  let [lng, lat, heading, odo, fuel, adblue, speed, hours] = [73.85, 18.52, 45, 120_000, 280, 35, 0, 4000]
  return Array.from({ length: count }, (_, i) => {
    const driving = (i * paceS) % 21_600 < 15_000
    const wanted = driving ? 55 + 20 * Math.sin(i / 40) : 0
    speed = Math.max(0, speed + (wanted - speed) * 0.3 + (driving ? (random() - 0.5) * 6 : 0))
    if (!driving && speed < 3) speed = 0
    heading = (heading + (random() - 0.5) * 8 + 360) % 360
    const km = (speed * paceS) / 3600
    lng += (Math.sin((heading * Math.PI) / 180) * km) / 105
    lat += (Math.cos((heading * Math.PI) / 180) * km) / 111
    odo += km
    fuel = fuel - km * 0.3 < 40 ? 280 : fuel - km * 0.3
    adblue = adblue - km * 0.012 < 8 ? 38 : adblue - km * 0.012
    hours += driving ? paceS / 3600 : 0
    const round = (value: number, steps: number) => Math.round(value * steps) / steps
    return {
      time: start + Math.round(i * paceS * 1000),
      lng: round(lng, 1e6),
      lat: round(lat, 1e6),
      speed: round(speed, 10),
      heading: Math.round(heading) % 360,
      odo: round(odo, 1000),
      ignition: driving,
      engineHours: round(hours, 100),
      rpm: driving ? Math.round(900 + speed * 12 + random() * 40) : 0,
      fuel: round(fuel, 10),
      adblue: round(adblue, 10),
    }
  })
}
