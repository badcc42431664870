import { EVENT_BIT } from '#domain/fix.ts'
import { lineBreaks } from '#domain/gaps.ts'
import type { Track } from '#src/services/playback/track.ts'

const STARTS_AT = Date.UTC(2026, 10, 19, 9, 30)

/** A route of one point a minute to the east; the third point is an overspeed at 84.3 km/h. Its line breaks where its times say so. */
export const makeTrack = (overrides: Partial<Track> = {}): Track => {
  const length = 6
  const row = <T>(value: (index: number) => T) => Array.from({ length }, (_, index) => value(index))
  const time = overrides.time ?? Float64Array.from(row((i) => STARTS_AT + i * 60_000))
  return {
    id: 'track 1',
    vehicleId: 1,
    length,
    time,
    lng: Float64Array.from(row((i) => 77 + i / 100)),
    lat: Float64Array.from(row(() => 13)),
    speed: Float32Array.from(row((i) => 50 + i)),
    heading: new Float32Array(length).fill(90),
    odo: Float64Array.from(row((i) => 184230.5 + i)),
    fuel: new Float32Array(length).fill(41),
    adblue: new Float32Array(length).fill(62),
    ignition: new Uint8Array(length).fill(1),
    events: Uint16Array.from(row((i) => (i === 2 ? EVENT_BIT.OS : 0))),
    speedVal: Float32Array.from(row((i) => (i === 2 ? 84.3 : Number.NaN))),
    stop: new Float32Array(length),
    breaks: lineBreaks(time),
    dropped: 0,
    fuelTankLitres: null,
    figures: null,
    ...overrides,
  }
}
