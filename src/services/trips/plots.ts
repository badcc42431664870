import { type PlaybackPoint, tripRoute } from '#contract/calls/playback.ts'
import { getTripTrack } from '#contract/calls/trips.ts'
import type { Trip } from '#contract/records/trips.ts'
import { lineBreaks } from '#domain/gaps.ts'
import { isFixPosition, lineKm } from '#domain/geo.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { statusOf } from '#domain/status.ts'
import type { PlotRequest, PlotSummary } from '#src/machines/trips/trips.ports.ts'
import type { Http } from '../http/http.ts'
import type { PlotRoute, TrailPoint } from '../map/map.port.ts'

/** A route to be drawn, and where its truck was last; null for a trip that is over. */
export type PlottedRoute = PlotRoute & { readonly truck: TrailPoint | null }

/** Loads routes for the trip plot and keeps the newest. */
export type Plots = {
  /** Zero points is an answer. Errors of the calls. */
  load(request: PlotRequest, signal?: AbortSignal): Promise<PlotSummary>
  /** The route of a plot, to be drawn; undefined once a newer one was loaded or it was dropped. */
  get(plotId: string): PlottedRoute | undefined
  drop(plotId: string): void
}

type Driven = PlotRoute['driven']

/** The points that have a position, oldest first. */
const placedOf = (points: readonly PlaybackPoint[]): readonly PlaybackPoint[] =>
  points
    .filter(({ gpsLongitude, gpsLatitude }) => isFixPosition(gpsLongitude, gpsLatitude))
    .toSorted((a, b) => a.gpsTime - b.gpsTime)

const drivenOf = (placed: readonly PlaybackPoint[]): Driven & { readonly km: number } => {
  const lng = placed.map(({ gpsLongitude }) => gpsLongitude)
  const lat = placed.map(({ gpsLatitude }) => gpsLatitude)
  const time = placed.map(({ gpsTime }) => gpsTime)
  const namesBreaks = placed.some(({ plotNextPoint }) => plotNextPoint !== undefined)
  const odos = placed.flatMap(({ currentOdo }) => (currentOdo === undefined ? [] : [currentOdo]))
  const byOdo = (odos.at(-1) ?? Number.NaN) - (odos[0] ?? Number.NaN)
  return {
    length: placed.length,
    time,
    lng,
    lat,
    breaks: namesBreaks
      ? placed.map(({ plotNextPoint }) => (plotNextPoint === false ? 1 : 0))
      : lineBreaks(time),
    km: byOdo >= 0 ? byOdo : lineKm({ length: placed.length, lng, lat }),
  }
}

const truckOf = (last: PlaybackPoint | undefined, now: number): TrailPoint | null => {
  if (last === undefined) return null
  const { gpsLongitude, gpsLatitude, gpsTime: time, gpsHead, gpsSpkm, gpsIgnition } = last
  const fix = { time, ignition: gpsIgnition === 1, ...(gpsSpkm === undefined ? {} : { speed: gpsSpkm }) }
  return { at: [gpsLongitude, gpsLatitude], heading: gpsHead ?? null, status: statusOf(fix, now), time }
}

const isOver = (trip: Trip | null): boolean => trip !== null && trip.status !== 'RUNNING'

const aheadOf = (trip: Trip | null): PlotRoute['ahead'] =>
  trip?.status === 'RUNNING' && trip.toPlace !== null ? [trip.toPlace.longitude, trip.toPlace.latitude] : null

/** Routes over the calls of trips and of the map (PLT-04, PLT-09). One at a time is kept: one is shown at a time. */
export const createPlots = ({
  http,
  now,
}: {
  http: Pick<Http, 'call'>
  /** ms since 1970 UTC by the server's clock, which dates positions. */
  now: () => number
}): Plots => {
  let kept: { readonly plotId: string; readonly route: PlottedRoute } | undefined
  let loads = 0

  const fetchPlot = async (
    request: PlotRequest,
    signal?: AbortSignal,
  ): Promise<{ trip: Trip | null; data: readonly PlaybackPoint[] }> => {
    if (request.kind === 'trip') return http.call(getTripTrack, { query: { tripId: request.tripId } }, signal)
    const [from, to] = [toPayloadTime(request.from), toPayloadTime(request.to)]
    const dates = { fromDate: from, toDate: to, startDate: from, endDate: to }
    const body = { vehicleId: request.vehicleId, ...dates, telemetryEnabled: false }
    return { trip: null, ...(await http.call(tripRoute, { body }, signal)) }
  }

  return {
    load: async (request, signal) => {
      const { trip, data } = await fetchPlot(request, signal)
      signal?.throwIfAborted()
      const placed = placedOf(data)
      const { km, ...driven } = drivenOf(placed)
      const truck = isOver(trip) ? null : truckOf(placed.at(-1), now())
      const plotId = `plot-${++loads}`
      kept = { plotId, route: { driven, ahead: aheadOf(trip), truck } }
      const isEmpty = driven.length === 0
      return {
        plotId,
        trip,
        points: driven.length,
        startsAt: isEmpty ? null : (driven.time[0] ?? null),
        endsAt: isEmpty ? null : (driven.time[driven.length - 1] ?? null),
        distanceKm: isEmpty ? null : km,
      }
    },
    get: (plotId) => (kept?.plotId === plotId ? kept.route : undefined),
    drop: (plotId) => {
      if (kept?.plotId === plotId) kept = undefined
    },
  }
}
