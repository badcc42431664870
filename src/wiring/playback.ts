import { fromEventObservable, fromPromise } from 'xstate'
import { playbackMachine } from '#src/machines/playback/playback.machine.ts'
import type {
  AlertRequest,
  PlayerEvent,
  PlayRequest,
  TrackRequest,
  TrackSummary,
} from '#src/machines/playback/playback.ports.ts'
import { playbackAlertsMachine } from '#src/machines/playback/playback-alerts.machine.ts'
import type { MapDirector } from '#src/services/map/map-director.port.ts'
import { createAlertPlot } from '#src/services/playback/tracks.ts'
import { frames$ } from '#src/streams/clocks.stream.ts'
import { playTrack$ } from '#src/streams/playback.stream.ts'
import type { MapServices } from './member.ts'
import { notifyAction, type Page } from './services.ts'

/** Wires the playback; `onFrame` is called with the marker's position each frame. */
export const wirePlayback = (
  { tracks, trackStore, http, serverNow }: MapServices,
  page: Page,
  onFrame: MapDirector['onFrame'],
) => {
  const plotAlerts = createAlertPlot({ http, store: trackStore, now: serverNow })
  return playbackMachine.provide({
    actors: {
      alerts: playbackAlertsMachine.provide({
        actors: {
          loadAlerts: fromPromise<number, AlertRequest | null>(async ({ input, signal }) =>
            input === null ? 0 : plotAlerts(input, signal),
          ),
        },
      }),
      loadTrack: fromPromise<TrackSummary | null, TrackRequest>(({ input, signal }) =>
        tracks.load(input, signal),
      ),
      playTrack: fromEventObservable<PlayerEvent, PlayRequest>(({ input }) =>
        playTrack$({ request: input, tracks: trackStore, frame$: frames$(page.window), onFrame }),
      ),
    },
    actions: {
      notify: notifyAction(page),
      dropTrack: (_, { trackId }: { trackId: string | null }) => {
        if (trackId !== null) trackStore.drop(trackId)
      },
    },
  })
}
