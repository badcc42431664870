import { useSelector } from '@xstate/react'
import { useCallback, useState } from 'react'
import { POPUP_WIDTH } from '#contract/constants.ts'
import { selectIndex } from '#src/machines/playback/playback.selectors.ts'
import type { Track } from '#src/services/playback-file/track.ts'
import { MapPopup } from '../fleet/map-popup.tsx'
import { useServices } from '../kit/app-context.tsx'
import { MarkerPopup } from './marker-popup.tsx'
import type { PlaybackActor } from './playback-views.tsx'
import { useTrack } from './playback-views.tsx'

const Marker = ({ playback, track }: { playback: PlaybackActor; track: Track }) => {
  const { map } = useServices()
  const index = useSelector(playback, selectIndex)
  const [isClosed, setClosed] = useState(false)
  const close = useCallback(() => setClosed(true), [])
  if (isClosed) return null
  return (
    <MapPopup map={map} anchor="playback" width={POPUP_WIDTH.narrow} onClose={close}>
      <MarkerPopup track={track} index={index} />
    </MapPopup>
  )
}

/** The popup at the playback's marker, until it is closed or another route is shown. */
export const PlaybackMarker = ({ playback }: { playback: PlaybackActor }) => {
  const track = useTrack(playback)
  return track === undefined ? null : <Marker key={track.id} playback={playback} track={track} />
}
