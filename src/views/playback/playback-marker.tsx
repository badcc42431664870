import { useSelector } from '@xstate/react'
import { useCallback, useMemo, useState } from 'react'
import { POPUP_WIDTH } from '#contract/constants.ts'
import type { Mark } from '#src/machines/playback/playback.events.ts'
import { selectIndex, selectIsPlaying, selectMark } from '#src/machines/playback/playback.selectors.ts'
import type { Track } from '#src/services/playback-file/track.ts'
import { MapPopup } from '../fleet/map-popup.tsx'
import { useServices } from '../kit/app-context.tsx'
import { AlertPopup, EventPopup, StopPopup } from './mark-popup.tsx'
import { MarkerPopup } from './marker-popup.tsx'
import { type PlaybackActor, useTrack } from './use-track.ts'

const Marker = ({ playback, track }: { playback: PlaybackActor; track: Track }) => {
  const { map } = useServices()
  const index = useSelector(playback, selectIndex)
  const isLooking = useSelector(playback, selectMark) !== null
  const [isClosed, setClosed] = useState(false)
  const [isUnfolded, setUnfolded] = useState(false)
  const isFolded = useSelector(playback, selectIsPlaying) && !isUnfolded
  const close = useCallback(() => setClosed(true), [])
  const unfold = useCallback(() => setUnfolded(true), [])
  if (isClosed || isLooking) return null
  return (
    <MapPopup
      map={map}
      anchor="playback"
      width={isFolded ? POPUP_WIDTH.chip : POPUP_WIDTH.narrow}
      onClose={close}
    >
      <MarkerPopup track={track} index={index} onUnfold={isFolded ? unfold : null} />
    </MapPopup>
  )
}

const OpenMark = ({ playback, track, mark }: { playback: PlaybackActor; track: Track; mark: Mark }) => {
  const { map, tracks } = useServices()
  const { index } = mark
  const alert = mark.kind === 'alert' ? tracks.alertsOf(track.id)[mark.alert] : undefined
  const lng = alert?.longitude ?? track.lng[index] ?? 0
  const lat = alert?.latitude ?? track.lat[index] ?? 0
  const anchor = useMemo(() => [lng, lat] as const, [lng, lat])
  const close = useCallback(() => playback.send({ type: 'playback.markClosed' }), [playback])
  const width = mark.kind === 'alert' ? POPUP_WIDTH.wide : POPUP_WIDTH.narrow
  return (
    <MapPopup map={map} anchor={anchor} width={width} onClose={close}>
      {mark.kind === 'event' ? <EventPopup track={track} index={index} /> : null}
      {mark.kind === 'stop' ? <StopPopup track={track} index={index} /> : null}
      {alert === undefined ? null : <AlertPopup alert={alert} />}
    </MapPopup>
  )
}

/** The popup at the playback's marker, folded while it plays unless it was unfolded then, until it is closed or another route is shown; or, instead, that of what was pressed. */
export const PlaybackMarker = ({ playback }: { playback: PlaybackActor }) => {
  const track = useTrack(playback)
  const mark = useSelector(playback, selectMark)
  if (track === undefined) return null
  return (
    <>
      <Marker key={track.id} playback={playback} track={track} />
      {mark === null ? null : <OpenMark playback={playback} track={track} mark={mark} />}
    </>
  )
}
