import { useSelector } from '@xstate/react'
import { useMemo, useSyncExternalStore } from 'react'
import { selectAlertedTrackId } from '#src/machines/alert-plot/alert-plot.selectors.ts'
import {
  selectAlertsActor,
  selectIndex,
  selectIsLoading,
  selectPlaybackFailure,
  selectTrack,
} from '#src/machines/playback/playback.selectors.ts'
import type { Track } from '#src/services/playback-file/track.ts'
import { useServices } from '../kit/app-context.tsx'
import { CopyLink } from './copy-link.tsx'
import { MomentList } from './moment-list.tsx'
import { PLAYBACK } from './playback.text.ts'
import { CardNote } from './playback-card.tsx'
import classes from './route-facts.module.css'
import { RouteTotals } from './route-totals.tsx'
import { TakeAway } from './take-away.tsx'
import { momentsWithAlerts, type TrackMoment, trackMoments } from './track-moments.ts'
import { trackTotals } from './track-totals.ts'
import { type PlaybackActor, useTrack } from './use-track.ts'

/** How far the file has come: a bar that fills where that is known. */
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

/** The alerts that are on the map, undefined while none are. */
const useShownAlerts = (playback: PlaybackActor) => {
  const { tracks } = useServices()
  const trackId = useSelector(useSelector(playback, selectAlertsActor), (snapshot) =>
    snapshot === undefined ? null : selectAlertedTrackId(snapshot),
  )
  return trackId === null ? undefined : tracks.alertsOf(trackId)
}

const Moments = ({ playback, track }: { playback: PlaybackActor; track: Track }) => {
  const { map } = useServices()
  const alerts = useShownAlerts(playback)
  const moments = useMemo(
    () => (alerts === undefined ? trackMoments(track) : momentsWithAlerts(track, alerts)),
    [track, alerts],
  )
  const look = (moment: TrackMoment) => {
    const { kind, index } = moment
    const mark = kind === 'alert' ? { kind, index, alert: moment.alert } : { kind, index }
    playback.send({ type: 'playback.markPressed', mark })
    map.moveTo({ centre: [track.lng[index] ?? 0, track.lat[index] ?? 0] })
  }
  return (
    <MomentList
      name={alerts === undefined ? PLAYBACK.moments : PLAYBACK.momentsAndAlerts}
      moments={moments}
      current={useSelector(playback, (snapshot) => {
        const at = selectIndex(snapshot)
        return moments.findLast(({ index }) => index <= at)
      })}
      onLook={look}
    />
  )
}

/** What is known of the route: how it stands, its totals, ways to take it away, its stops, events and alerts. */
export const RouteFacts = ({ playback, registration }: { playback: PlaybackActor; registration: string }) => {
  const track = useTrack(playback)
  const summary = useSelector(playback, selectTrack)
  const isLoading = useSelector(playback, selectIsLoading)
  const failure = useSelector(playback, selectPlaybackFailure)
  if (isLoading) return <LoadingRoute />
  return (
    <>
      {failure === null ? null : (
        <CardNote alert>{failure.kind === 'refused' ? failure.message : PLAYBACK.failed}</CardNote>
      )}
      {track === undefined ? null : (
        <>
          {track.dropped === 0 ? null : <CardNote>{PLAYBACK.dropped(track.dropped)}</CardNote>}
          {summary === null ? null : (
            <RouteTotals distanceKm={summary.distanceKm} totals={trackTotals(track)} />
          )}
          <CopyLink playback={playback} key={`link ${track.id}`}>
            <TakeAway track={track} registration={registration} />
          </CopyLink>
          <Moments key={track.id} playback={playback} track={track} />
        </>
      )}
    </>
  )
}
