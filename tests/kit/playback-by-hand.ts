import { createActor } from 'xstate'
import { DAY_MS, defaultRange } from '#src/machines/date-range/date-range.logic.ts'
import { MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import type { Moment } from '#src/machines/playback/moment.logic.ts'
import type { TrackRequest } from '#src/machines/playback/playback.logic.ts'
import {
  type PlayerFact,
  type PlayRequest,
  playbackMachine,
} from '#src/machines/playback/playback.machine.ts'
import { selectRangeActor } from '#src/machines/playback/playback.selectors.ts'
import type { TrackSummary } from '#src/services/playback-file/track.ts'
import { actionByHand, eventsByHand, promiseByHand } from '#tests/kit/machine-ports.ts'

/** The range that a playback opens with. */
export const range = defaultRange(MODEL_NOW)

/** A track of five points over that range. */
export const track: TrackSummary = {
  trackId: 'one',
  points: 5,
  startsAt: range.from,
  endsAt: range.to,
  distanceKm: 42,
  dropped: 0,
}

/** A playback of a vehicle that has just been opened; its ports are answered by hand. */
export const openPlayback = (moment?: Moment) => {
  const load = promiseByHand<TrackSummary | null, TrackRequest>()
  const player = eventsByHand<PlayerFact, PlayRequest>()
  const notices = actionByHand<Notice>()
  const dropped = actionByHand<{ trackId: string | null }>()
  const playback = createActor(
    playbackMachine.provide({
      actors: { loadTrack: load.logic, playTrack: player.logic },
      actions: { notify: notices.act, dropTrack: dropped.act },
    }),
    { input: { vehicleId: 5, now: MODEL_NOW, moment } },
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

/** One whose track is there. */
export const openReady = async () => {
  const kit = openPlayback()
  await kit.load.latest().resolve(track)
  return kit
}

/** One that plays. */
export const openPlaying = async () => {
  const kit = await openReady()
  kit.playback.send({ type: 'playback.play' })
  return kit
}

/** One that has played to its end. */
export const openAtEnd = async () => {
  const kit = await openPlaying()
  kit.player.latest().emit({ type: 'playback.reachedEnd' })
  return kit
}
