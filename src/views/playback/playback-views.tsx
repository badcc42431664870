import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import { faultOf } from '#contract/errors.ts'
import { selectEnabledAlerts } from '#src/machines/app/app.selectors.ts'
import type { PlaybackActor } from '#src/machines/playback/playback.machine.ts'
import {
  selectAlertsActor,
  selectCanGo,
  selectCanRestart,
  selectCanSeek,
  selectChosenRange,
  selectIndex,
  selectIsLoading,
  selectIsOfChosenDates,
  selectIsRangeTooLong,
  selectLeadingControl,
  selectPlaybackVehicleId,
  selectRangeActor,
  selectShowsNoData,
  selectSkipsStanding,
  selectSpeed,
  selectTrack,
} from '#src/machines/playback/playback.selectors.ts'
import type { Track } from '#src/services/playback/track.ts'
import { errorText } from '#src/texts/en/errors.ts'
import { PLAYBACK } from '#src/texts/en/playback.ts'
import { useAppSelector, useServices } from '../kit/app-context.tsx'
import { dayUpTo } from '../kit/formats.ts'
import { lazyView } from '../kit/lazy-view.ts'
import { NoData } from '../kit/no-data.tsx'
import dockClasses from './dock.module.css'
import { Dock, DockStatus } from './dock.tsx'
import { overspeedLimitOf } from './overspeed-limit.ts'
import { AlertsNote, AlertToggle, PlaybackCard, RangePickers } from './playback-card.tsx'
import { usePlaybackKeys } from './playback-keys.ts'
import { RouteFacts } from './route-facts.tsx'
import { useTrack } from './use-track.ts'

const Waiting = () => <div className={dockClasses['wait']} />
const Timeline = lazyView(() => import('./timeline.tsx'), Waiting)

/** The card of a playback, connected to its machine. */
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
  const alerts = useSelector(playback, selectAlertsActor)
  const isOfChosenDates = useSelector(playback, selectIsOfChosenDates)
  const isLoading = useSelector(playback, selectIsLoading)
  const isTooLong = useSelector(playback, selectIsRangeTooLong)
  return (
    <PlaybackCard
      registration={registration}
      canGo={useSelector(playback, selectCanGo)}
      isLoading={isLoading}
      onBack={() => playback.send({ type: 'playback.close' })}
      onGo={() => playback.send({ type: 'playback.go' })}
      onHide={withHide ? () => playback.send({ type: 'playback.panelToggled' }) : null}
      pickers={
        range === undefined ? null : (
          <RangePickers
            range={range}
            disabled={isLoading}
            error={isTooLong ? errorText(faultOf('rangeTooLong')) : null}
          />
        )
      }
      alertToggle={
        alerts === undefined ? null : (
          <AlertToggle
            alerts={alerts}
            isOfChosenDates={isOfChosenDates}
            onToggle={() => playback.send({ type: 'playback.alertsToggled' })}
          />
        )
      }
    >
      {alerts === undefined ? null : <AlertsNote alerts={alerts} />}
      <RouteFacts playback={playback} registration={registration} />
    </PlaybackCard>
  )
}

/** The time of the vehicle's latest fix, ms since 1970 UTC, if it lies outside the chosen range, else null. */
const useLastOutside = (playback: PlaybackActor): number | null => {
  const { fleetStore } = useServices()
  const slot = fleetStore.slotOf(useSelector(playback, selectPlaybackVehicleId))
  const { from, to } = useSelector(playback, selectChosenRange)
  const last = slot === undefined ? 0 : (fleetStore.columns.time[slot] ?? 0)
  return last > 0 && (last < from || last >= to) ? last : null
}

const NoDataOfRange = ({ playback }: { playback: PlaybackActor }) => {
  const { serverNow } = useServices()
  const range = useSelector(playback, selectRangeActor)
  return (
    <NoData
      opened={useSelector(playback, selectShowsNoData)}
      lastAt={useLastOutside(playback)}
      onOk={() => playback.send({ type: 'playback.noDataAcknowledged' })}
      onShowLast={(lastAt) => {
        range?.send({ type: 'range.chosen', ...dayUpTo(lastAt), now: serverNow() })
        playback.send({ type: 'playback.go' })
      }}
    />
  )
}

const TimelineAt = ({ playback, track }: { playback: PlaybackActor; track: Track }) => (
  <Timeline
    track={track}
    index={useSelector(playback, selectIndex)}
    limitKmph={overspeedLimitOf(useAppSelector(selectEnabledAlerts))}
    onSeek={(index) => playback.send({ type: 'playback.seek', index })}
  />
)

/** Controls and timeline of a playback, and its no-data popup. A step rerenders only the position and the timeline's cursor. */
export const PlaybackDock = ({ playback }: { playback: PlaybackActor }) => {
  const { director } = useServices()
  const following = useSyncExternalStore(director.following.subscribe, director.following.getSnapshot)
  const track = useTrack(playback)
  const summary = useSelector(playback, selectTrack)
  const leading = useSelector(playback, selectLeadingControl)
  const isLoading = useSelector(playback, selectIsLoading)
  const hint = useSelector(playback, selectCanGo) ? PLAYBACK.noRouteYet : PLAYBACK.noRoute
  usePlaybackKeys(playback)
  return (
    <>
      <Dock
        leading={leading}
        isLoading={isLoading}
        canSeek={useSelector(playback, selectCanSeek)}
        canRestart={useSelector(playback, selectCanRestart)}
        speed={useSelector(playback, selectSpeed)}
        status={
          track === undefined || summary === null ? null : (
            <DockStatus playback={playback} track={track} allKm={summary.distanceKm} />
          )
        }
        onLead={() => playback.send({ type: `playback.${leading}` })}
        onStep={(step) =>
          playback.send({ type: 'playback.seek', index: selectIndex(playback.getSnapshot()) + step })
        }
        onRestart={() => playback.send({ type: 'playback.restart' })}
        onSpeed={(speed) => playback.send({ type: 'playback.setSpeed', speed })}
        skipsStanding={useSelector(playback, selectSkipsStanding)}
        onSkip={() => playback.send({ type: 'playback.skipToggled' })}
        following={following}
        onFollow={() => director.follow(!following)}
        onClose={() => playback.send({ type: 'playback.close' })}
      >
        {track === undefined ? (
          <div className={dockClasses['wait']}>{isLoading ? null : hint}</div>
        ) : (
          <TimelineAt playback={playback} track={track} />
        )}
      </Dock>
      <NoDataOfRange playback={playback} />
    </>
  )
}
