/** The vehicle of the drive. */
export const REGISTRATION = 'KA 05 GP 1001'

/** Indexes into the points of the drive. */
export const AT = { tooFast: 10, beforeGap: 19, stop: 41, standing: 50, last: 69 } as const
/** How long it stands at the stop, s. */
export const STOP_S = 18 * 60 + 5

/** Seconds since the previous point, and degrees north of it. */
const stepTo = (place: number): readonly [seconds: number, north: number] => {
  if (place === AT.beforeGap + 1) return [600, 0.0005]
  if (place >= AT.stop && place < AT.stop + 19) return [60, 0]
  return [5, place >= AT.tooFast && place < AT.tooFast + 5 ? 0.0012 : 0.0005]
}

/** m/s: 43 and 97.3 km/h. */
const [USUAL_SPEED, HIGH_SPEED] = [11.95, 27.03]
const speedAt = (place: number): number => {
  if (place >= AT.stop && place < AT.stop + 19) return 0
  return place >= AT.tooFast && place < AT.tooFast + 5 ? HIGH_SPEED : USUAL_SPEED
}

/**
 * A drive of 70 points that ended three hours ago: mostly one every 5 s at 43 km/h, five of them at 97 km/h, a gap of ten
 * minutes, and a stop of twenty points, one a minute. `times` in ms; `gpx` as another program would write it, with speeds in m/s.
 */
export const importedDrive = () => {
  const times = [0]
  const places: (readonly [lat: number, lng: number])[] = [[12.97, 77.59]]
  const speeds = [USUAL_SPEED]
  for (let place = 1; place <= AT.last; place++) {
    const [seconds, north] = stepTo(place)
    const [lat, lng] = places[place - 1] ?? [0, 0]
    times.push((times[place - 1] ?? 0) + seconds * 1000)
    speeds.push(speedAt(place))
    places.push([lat + north, north === 0 ? lng : lng + 0.0002])
  }
  const shift = Math.floor(Date.now() / 1000) * 1000 - 3 * 3_600_000 - (times.at(-1) ?? 0)
  const timestamps = times.map((time) => time + shift)
  const points = places.map(
    ([lat, lng], place) =>
      `<trkpt lat="${lat.toFixed(6)}" lon="${lng.toFixed(6)}"><ele>920</ele><time>${new Date(timestamps[place] ?? 0).toISOString()}</time><extensions><speed>${speeds[place]}</speed></extensions></trkpt>`,
  )
  return {
    times: timestamps,
    gpx: `<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>${REGISTRATION}</name><trkseg>${points.join('')}</trkseg></trk></gpx>`,
  }
}
