import { useSelector } from '@xstate/react'
import type { PlaybackActor } from '#src/machines/playback/playback.machine.ts'
import { selectTrack } from '#src/machines/playback/playback.selectors.ts'
import { useServices } from '../kit/app-context.tsx'

/** The loaded track; undefined while there is none. */
export const useTrack = (playback: PlaybackActor) => {
  const { tracks } = useServices()
  const summary = useSelector(playback, selectTrack)
  return summary === null ? undefined : tracks.get(summary.trackId)
}
