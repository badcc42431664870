import { createActor } from 'xstate'
import type { PlaybackLink } from '#contract/links/playback.ts'
import { DAY_MS } from '#domain/units.ts'
import { defaultRange } from '#src/machines/date-range/date-range.logic.ts'
import { MODEL_CLOCK, MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { playbackMachine } from '#src/machines/playback/playback.machine.ts'
import type {
  PlayerEvent,
  PlayRequest,
  TrackRequest,
  TrackSummary,
} from '#src/machines/playback/playback.ports.ts'
import { selectRangeActor } from '#src/machines/playback/playback.selectors.ts'
import { controlledEvents, controlledPromise, recordedAction } from './controlled-ports.ts'

/** The default range of a playback. */
export const range = defaultRange(MODEL_CLOCK)

/** A track of five points over that range. */
export const track: TrackSummary = {
  trackId: 'one',
  points: 5,
  startsAt: range.from,
  endsAt: range.to,
  distanceKm: 42,
  dropped: 0,
}

/** A playback of a vehicle, just opened, with its ports answered by the test. */
export const openPlayback = (link?: PlaybackLink) => {
  const load = controlledPromise<TrackSummary | null, TrackRequest>()
  const player = controlledEvents<PlayerEvent, PlayRequest>()
  const notices = recordedAction<Notice>()
  const dropped = recordedAction<{ trackId: string | null }>()
  const playback = createActor(
    playbackMachine.provide({
      actors: { loadTrack: load.logic, playTrack: player.logic },
      actions: { notify: notices.act, dropTrack: dropped.act },
    }),
    { input: { vehicleId: 5, ...MODEL_CLOCK, link } },
  )
  playback.start()
  const now = () => playback.getSnapshot()
  const chooseEarlierDates = () =>
    selectRangeActor(now())?.send({
      type: 'range.startChosen',
      at: range.from - 3 * DAY_MS,
      now: MODEL_NOW,
    })
  return { playback, load, player, notices, dropped, now, chooseEarlierDates, value: () => now().value }
}

/** One whose track has loaded. */
export const openReady = async () => {
  const fixture = openPlayback()
  await fixture.load.latest().resolve(track)
  return fixture
}

/** One that plays. */
export const openPlaying = async () => {
  const fixture = await openReady()
  fixture.playback.send({ type: 'playback.play' })
  return fixture
}

/** One that has played to its end. */
export const openAtEnd = async () => {
  const fixture = await openPlaying()
  fixture.player.latest().emit({ type: 'playback.reachedEnd' })
  return fixture
}
