import { useSelector } from '@xstate/react'
import { useMemo, useSyncExternalStore } from 'react'
import type { PlaybackActor } from '#src/machines/playback/playback.machine.ts'
import {
  selectAlertsActor,
  selectIndex,
  selectIsLoading,
  selectPlaybackFailure,
  selectTrack,
} from '#src/machines/playback/playback.selectors.ts'
import { selectAlertedTrackId } from '#src/machines/playback/playback-alerts.selectors.ts'
import type { Track } from '#src/services/playback/track.ts'
import { PLAYBACK } from '#src/texts/en/playback.ts'
import { useServices } from '../kit/app-context.tsx'
import { distanceSourceText } from '../kit/distance-source.ts'
import { failureText } from '../kit/failure-text.ts'
import { formatDuration } from '../kit/formats.ts'
import {
  economyMeasure,
  formatDistance,
  formatMeasure,
  formatPercent,
  volumeMeasure,
} from '../kit/measures.ts'
import classes from './playback-card.module.css'
import { CardNote } from './playback-card.tsx'
import { CopyLink, RouteDownload } from './route-download.tsx'
import { RouteEventList } from './route-event-list.tsx'
import { type RouteEvent, routeEvents, routeEventsWithAlerts } from './route-events.ts'
import { type TrackTotals, trackTotals } from './track-figures.ts'
import { useTrack } from './use-track.ts'

/** Less fuel says nothing of the economy: a float in a tank is not that exact. */
const LEAST_LITRES = 5

/** Fuel used: its volume where the tank's is known, else the share of the tank. */
const fuelText = (percent: number, litres: number | null): string =>
  litres === null ? PLAYBACK.ofTank({ figure: formatPercent(percent) }) : formatMeasure(volumeMeasure(litres))

/** The totals of the loaded range. */
export const RouteTotals = ({
  distanceKm,
  totals: { drivingMs, idlingMs, stoppedMs, unknownMs, fuelPercent, litres, meteredKm },
}: {
  distanceKm: number
  totals: TrackTotals
}) => {
  const figures: readonly (readonly [string, string])[] = [
    [PLAYBACK.distance, formatDistance(distanceKm)],
    [PLAYBACK.driving, formatDuration(drivingMs)],
    [PLAYBACK.idling, formatDuration(idlingMs)],
    [PLAYBACK.stopped, formatDuration(stoppedMs)],
    ...(unknownMs === 0 ? [] : [[PLAYBACK.unknown, formatDuration(unknownMs)] as const]),
    ...(fuelPercent === null && litres === null
      ? []
      : [[PLAYBACK.fuelUsed, fuelText(fuelPercent ?? 0, litres)] as const]),
    ...(litres === null || litres < LEAST_LITRES
      ? []
      : [[PLAYBACK.economy, formatMeasure(economyMeasure((meteredKm ?? distanceKm) / litres))] as const]),
  ]
  return (
    <dl className={classes['totals']} aria-label={PLAYBACK.totals}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

/** By what the distance was measured: odometer or positions. */
const DistanceSource = ({ track: { figures } }: { track: Track }) => {
  const text = figures === null ? null : distanceSourceText(figures)
  return text === null ? null : <CardNote>{PLAYBACK.distanceSource({ text })}</CardNote>
}

/** The progress of the download; the bar fills only where the size is known. */
const LoadingRoute = () => {
  const { routeLoading } = useServices()
  const progress = useSyncExternalStore(routeLoading.onProgress, routeLoading.progress)
  const share = progress?.share ?? null
  return (
    <>
      <CardNote>{PLAYBACK.loading}</CardNote>
      <progress
        className={classes['progress']}
        aria-label={PLAYBACK.progressName}
        max={1}
        {...(share === null ? {} : { value: share })}
      />
    </>
  )
}

/** The alerts on the map; undefined while none are shown. */
const useShownAlerts = (playback: PlaybackActor) => {
  const { tracks } = useServices()
  const trackId = useSelector(useSelector(playback, selectAlertsActor), (snapshot) =>
    snapshot === undefined ? null : selectAlertedTrackId(snapshot),
  )
  return trackId === null ? undefined : tracks.alertsOf(trackId)
}

const RouteEvents = ({ playback, track }: { playback: PlaybackActor; track: Track }) => {
  const { map } = useServices()
  const alerts = useShownAlerts(playback)
  const shownEvents = useMemo(
    () => (alerts === undefined ? routeEvents(track) : routeEventsWithAlerts(track, alerts)),
    [track, alerts],
  )
  const openMarker = (routeEvent: RouteEvent) => {
    const { kind, index } = routeEvent
    const routeMarker = kind === 'alert' ? { kind, index, alert: routeEvent.alert } : { kind, index }
    playback.send({ type: 'playback.markerPressed', routeMarker })
    map.moveTo({ centre: [track.lng[index] ?? 0, track.lat[index] ?? 0] })
  }
  return (
    <RouteEventList
      name={alerts === undefined ? PLAYBACK.routeEvents : PLAYBACK.routeEventsAndAlerts}
      routeEvents={shownEvents}
      current={useSelector(playback, (snapshot) => {
        const at = selectIndex(snapshot)
        return shownEvents.findLast(({ index }) => index <= at)
      })}
      onOpen={openMarker}
    />
  )
}

/** The state of the route, its totals, downloads and link, and its list of stops, events and alerts. */
export const RouteFacts = ({ playback, registration }: { playback: PlaybackActor; registration: string }) => {
  const track = useTrack(playback)
  const summary = useSelector(playback, selectTrack)
  const isLoading = useSelector(playback, selectIsLoading)
  const failure = useSelector(playback, selectPlaybackFailure)
  if (isLoading) return <LoadingRoute />
  return (
    <>
      {failure === null ? null : (
        <CardNote alert>
          {failure.kind === 'unexpected' ? PLAYBACK.failed : failureText(failure, PLAYBACK.failed)}
        </CardNote>
      )}
      {track === undefined ? null : (
        <>
          {track.dropped === 0 ? null : <CardNote>{PLAYBACK.dropped({ count: track.dropped })}</CardNote>}
          {summary === null ? null : (
            <RouteTotals distanceKm={summary.distanceKm} totals={trackTotals(track)} />
          )}
          <DistanceSource track={track} />
          <CopyLink playback={playback} key={`link ${track.id}`}>
            <RouteDownload track={track} registration={registration} />
          </CopyLink>
          <RouteEvents key={track.id} playback={playback} track={track} />
        </>
      )}
    </>
  )
}
