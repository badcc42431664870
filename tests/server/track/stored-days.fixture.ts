import type { Fix } from '#domain/fix.ts'

const T = Date.parse('2026-03-10T04:30:00Z')

/** A day with every field of the first release, as that release stored it. */
export const FIRST_STORED_DAY = Buffer.from(
  'AXheY2FsWDrpwaz0BXMYGS7wM567vd2tiWXh/vc9jJc293xiZLz39IpgF+P5syuVX0zYn87E/IztKRsT5xqtT7xMnA0XHhUxMXHu+srJxMS54SLj+ouMTJxT5jJNnsvExPlC4akCIyMD439GJgZGRhDFDGP/A3MVGBmY/jMzMoOo/8yMStHRBjrRSgEGJkYGSjpKoTFKBoY6MTFGSrGxOtHGOtGxsbEA9Ak3wQ==',
  'base64',
)

/** The fixes it was made of. */
export const FIRST_STORED_FIXES: readonly Fix[] = [
  {
    time: T,
    lng: 73.856743,
    lat: 18.520431,
    speed: 43.5,
    heading: 271,
    odo: 120345.6,
    ignition: true,
    engineHours: 812.45,
    rpm: 1340,
    neutral: false,
    fuel: 182.5,
    adblue: 21,
    adblueZone: 3,
    dpf: 1,
    dtcs: ['P0420', 'U"01,\\2'],
    events: 32,
    derived: 3,
  },
  { time: T + 10_000, lng: 73.857, lat: 18.5205, speed: 0, ignition: false, neutral: true, dpf: 254 },
  { time: T + 20_000, lng: -73.857001, lat: -18.5205 },
  {
    time: T + 31_000,
    lng: 180,
    lat: 90,
    heading: 359.9,
    odo: 120345.601,
    engineHours: 812.46,
    rpm: 0,
    fuel: 0,
    adblue: 0.01,
    adblueZone: 0,
    dtcs: [],
    events: 511,
    derived: 65535,
  },
]
