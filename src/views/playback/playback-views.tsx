import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { playbackMachine } from '#src/machines/playback/playback.machine.ts'
import {
  selectCanGo,
  selectCanRestart,
  selectCanSeek,
  selectChosenRange,
  selectIndex,
  selectIsLoading,
  selectLeadingControl,
  selectPlaybackFailure,
  selectPlaybackVehicleId,
  selectRangeActor,
  selectShowsNoData,
  selectSkipsStanding,
  selectSpeed,
  selectTrack,
} from '#src/machines/playback/playback.selectors.ts'
import { useServices } from '../kit/app-context.tsx'
import { dayUpTo } from '../kit/formats.ts'
import { CopyLink } from './copy-link.tsx'
import dockClasses from './dock.module.css'
import { Dock } from './dock.tsx'
import { MomentList } from './moment-list.tsx'
import { NoData } from './no-data.tsx'
import { PLAYBACK } from './playback.text.ts'
import { CardNote, PlaybackCard } from './playback-card.tsx'
import { RangePickers } from './range-pickers.tsx'
import { RouteTotals } from './route-totals.tsx'
import { TakeAway } from './take-away.tsx'
import { distancesKm } from './track-distance.ts'
import { trackMoments } from './track-moments.ts'
import { trackTotals } from './track-totals.ts'
import { usePlaybackKeys } from './use-playback-keys.ts'

const Timeline = lazy(() => import('./timeline.tsx'))

export type PlaybackActor = ActorRefFrom<typeof playbackMachine>

/** The loaded track with its points; undefined while there is none. */
export const useTrack = (playback: PlaybackActor) => {
  const { tracks } = useServices()
  const summary = useSelector(playback, selectTrack)
  return summary === null ? undefined : tracks.get(summary.trackId)
}

const RouteFacts = ({ playback, registration }: { playback: PlaybackActor; registration: string }) => {
  const track = useTrack(playback)
  const summary = useSelector(playback, selectTrack)
  const index = useSelector(playback, selectIndex)
  const isLoading = useSelector(playback, selectIsLoading)
  const failure = useSelector(playback, selectPlaybackFailure)
  return (
    <>
      {isLoading ? <CardNote>{PLAYBACK.loading}</CardNote> : null}
      {failure === null || isLoading ? null : (
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
          <MomentList
            key={track.id}
            moments={trackMoments(track)}
            index={index}
            onSeek={(to) => playback.send({ type: 'playback.seek', index: to })}
          />
        </>
      )}
    </>
  )
}

/** The card of the running playback. */
export const PlaybackPanel = ({
  playback,
  registration,
  withHide,
}: {
  playback: PlaybackActor
  registration: string
  withHide: boolean
}) => {
  const range = useSelector(playback, selectRangeActor)
  const isLoading = useSelector(playback, selectIsLoading)
  return (
    <PlaybackCard
      registration={registration}
      canGo={useSelector(playback, selectCanGo)}
      isLoading={isLoading}
      onBack={() => playback.send({ type: 'playback.close' })}
      onGo={() => playback.send({ type: 'playback.go' })}
      onHide={withHide ? () => playback.send({ type: 'playback.panelToggled' }) : null}
      pickers={range === undefined ? null : <RangePickers range={range} disabled={isLoading} />}
    >
      <RouteFacts playback={playback} registration={registration} />
    </PlaybackCard>
  )
}

/** The time of the vehicle's latest fix where the chosen range ends before it or begins after it, ms. */
const useLastOutside = (playback: PlaybackActor): number | null => {
  const { fleetStore } = useServices()
  const slot = fleetStore.slotOf(useSelector(playback, selectPlaybackVehicleId))
  const { from, to } = useSelector(playback, selectChosenRange)
  const last = slot === undefined ? 0 : (fleetStore.columns.time[slot] ?? 0)
  return last > 0 && (last < from || last >= to) ? last : null
}

const NoDataOfRange = ({ playback }: { playback: PlaybackActor }) => {
  const range = useSelector(playback, selectRangeActor)
  return (
    <NoData
      opened={useSelector(playback, selectShowsNoData)}
      lastAt={useLastOutside(playback)}
      onOk={() => playback.send({ type: 'playback.noDataAcknowledged' })}
      onShowLast={(lastAt) => {
        range?.send({ type: 'range.chosen', ...dayUpTo(lastAt), now: Date.now() })
        playback.send({ type: 'playback.go' })
      }}
    />
  )
}

/** Controls and timeline of the running playback, and its no-data popup. */
export const PlaybackDock = ({ playback }: { playback: PlaybackActor }) => {
  const track = useTrack(playback)
  const summary = useSelector(playback, selectTrack)
  const index = useSelector(playback, selectIndex)
  const leading = useSelector(playback, selectLeadingControl)
  const seek = (to: number) => playback.send({ type: 'playback.seek', index: to })
  usePlaybackKeys(playback)
  return (
    <>
      <Dock
        leading={leading}
        isLoading={useSelector(playback, selectIsLoading)}
        canSeek={useSelector(playback, selectCanSeek)}
        canRestart={useSelector(playback, selectCanRestart)}
        speed={useSelector(playback, selectSpeed)}
        moment={
          track === undefined || summary === null
            ? null
            : {
                time: track.time[index] ?? summary.startsAt,
                doneKm: distancesKm(track)[index] ?? 0,
                allKm: summary.distanceKm,
              }
        }
        onLead={() => playback.send({ type: `playback.${leading}` })}
        onStep={(step) => seek(index + step)}
        onRestart={() => playback.send({ type: 'playback.restart' })}
        onSpeed={(speed) => playback.send({ type: 'playback.setSpeed', speed })}
        skipsStanding={useSelector(playback, selectSkipsStanding)}
        onSkip={() => playback.send({ type: 'playback.skipToggled' })}
        onClose={() => playback.send({ type: 'playback.close' })}
      >
        <Suspense fallback={<div className={dockClasses['wait']} />}>
          {track === undefined ? (
            <div className={dockClasses['wait']} />
          ) : (
            <Timeline track={track} index={index} onSeek={seek} />
          )}
        </Suspense>
      </Dock>
      <NoDataOfRange playback={playback} />
    </>
  )
}
