import { PLAYBACK_LINK_PATH, playbackLinkSearch } from '#contract/links/playback.ts'
import { DAY_MS, MINUTE_MS } from '#domain/units.ts'
import { startOfHour } from '#domain/zone-time.ts'
import { currentConventions } from '#src/texts/conventions.ts'

const ZOOM = 14
/** How much of the route before and after an event its link plays. */
const AROUND_MS = 30 * MINUTE_MS

/** An event of a vehicle, ms UTC and degrees, and the time that it lasted. */
type Event = {
  readonly vehicleId: number
  readonly time: number
  readonly began: number
  readonly ended: number | null
  readonly lng: number
  readonly lat: number
}

/** The address of the playback that stands at an event, from half an hour before it began; `now` is ms UTC. */
export const playbackAround = (
  { vehicleId, time, began, ended, lng, lat }: Event,
  now: number,
  alerts: boolean,
): string => {
  const begins = Math.max(began, time - DAY_MS) - AROUND_MS
  const ends = Math.min(Math.max(time, Math.min(ended ?? time, time + DAY_MS)) + AROUND_MS, now)
  const to = Math.ceil(Math.max(ends, time + 1000) / 1000) * 1000
  return `${PLAYBACK_LINK_PATH}${playbackLinkSearch({
    range: { from: startOfHour(begins, currentConventions().timeZone), to },
    ...{ vehicleId, at: time, speed: 1, alerts, camera: { lng, lat, zoom: ZOOM } },
  })}`
}
