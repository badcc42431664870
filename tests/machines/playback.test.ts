import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { LONGEST_PLAYBACK_DAYS } from '#contract/playback-range.ts'
import { DAY_MS, defaultRange, HOUR_MS } from '#src/machines/date-range/date-range.logic.ts'
import { MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import type { Moment } from '#src/machines/playback/moment.logic.ts'
import type { TrackRequest } from '#src/machines/playback/playback.logic.ts'
import {
  type PlayerFact,
  type PlayRequest,
  playbackMachine,
} from '#src/machines/playback/playback.machine.ts'
import {
  selectCanGo,
  selectCanRestart,
  selectCanSeek,
  selectIndex,
  selectIsPanelHidden,
  selectIsPlaying,
  selectIsRangeTooLong,
  selectLeadingControl,
  selectPlaybackFailure,
  selectProgress,
  selectRangeActor,
  selectShowsNoData,
  selectSkipsStanding,
  selectSpeed,
  selectTrack,
} from '#src/machines/playback/playback.selectors.ts'
import type { TrackSummary } from '#src/services/playback-file/track.ts'
import { actionByHand, eventsByHand, promiseByHand } from '#tests/kit/machine-ports.ts'

const range = defaultRange(MODEL_NOW)
const track: TrackSummary = {
  trackId: 'one',
  points: 5,
  startsAt: range.from,
  endsAt: range.to,
  distanceKm: 42,
  dropped: 0,
}

const openPlayback = (moment?: Moment) => {
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

const openReady = async () => {
  const kit = openPlayback()
  await kit.load.latest().resolve(track)
  return kit
}

const openPlaying = async () => {
  const kit = await openReady()
  kit.playback.send({ type: 'playback.play' })
  return kit
}

const openAtEnd = async () => {
  const kit = await openPlaying()
  kit.player.latest().emit({ type: 'playback.reachedEnd' })
  return kit
}

test('skipping standing time is chosen at any time, and a running player starts again from where it is', async () => {
  const { playback, player, now } = await openPlaying()
  player.latest().emit({ type: 'playback.movedTo', index: 2, time: range.from })
  playback.send({ type: 'playback.skipToggled' })
  expect(player.runs.map(({ isOpen }) => isOpen())).toEqual([false, true])
  expect(player.latest().input).toEqual({ trackId: 'one', index: 2, speed: 1, skipsStanding: true })
  playback.send({ type: 'playback.pause' })
  playback.send({ type: 'playback.skipToggled' })
  expect(selectSkipsStanding(now())).toBe(false)
})

test('OPEN-36 PLB-26 opening loads the last day once, without GO', async () => {
  const { load, value, now } = openPlayback()
  expect(load.calls).toHaveLength(1)
  expect(load.latest().input).toEqual({ vehicleId: 5, ...range })
  expect(selectCanGo(now())).toBe(false)
  await load.latest().resolve(track)
  expect(value()).toEqual({ empty: 'ready' })
  expect(selectTrack(now())).toEqual(track)
})

describe('a range longer than is played at once', () => {
  const chooseDays = ({ now }: ReturnType<typeof openPlayback>, days: number) =>
    selectRangeActor(now())?.send({
      type: 'range.chosen',
      from: range.to - HOUR_MS - days * DAY_MS,
      to: range.to,
      now: MODEL_NOW,
    })

  test('PLB-15 is asked for by nothing: neither GO nor Restart', async () => {
    const kit = await openReady()
    const { playback, load, now, value } = kit
    playback.send({ type: 'playback.play' })
    playback.send({ type: 'playback.pause' })
    chooseDays(kit, LONGEST_PLAYBACK_DAYS + 1)
    expect([selectIsRangeTooLong(now()), selectCanGo(now()), selectCanRestart(now())]).toEqual([
      true,
      false,
      false,
    ])
    for (const type of ['playback.go', 'playback.restart'] as const) playback.send({ type })
    playback.send({ type: 'playback.continue' })
    playback.send({ type: 'playback.restart' })
    expect(value()).toBe('continue')
    expect(load.calls).toHaveLength(1)
  })

  test('PLB-15 as many days as can be played are, and GO asks for them', async () => {
    const kit = await openReady()
    chooseDays(kit, LONGEST_PLAYBACK_DAYS)
    expect([selectIsRangeTooLong(kit.now()), selectCanGo(kit.now())]).toEqual([false, true])
    kit.playback.send({ type: 'playback.go' })
    expect(kit.load.calls).toHaveLength(2)
  })

  test('a link to it asks for nothing either, and goes on once other dates are chosen', () => {
    const kit = openPlayback({
      vehicleId: 5,
      range: { from: range.from - 400 * DAY_MS, to: range.to },
      at: range.from,
      speed: 4,
      camera: { lng: 79, lat: 21, zoom: 8 },
    })
    const { load, now, value, playback } = kit
    expect(value()).toEqual({ empty: 'idle' })
    expect(selectIsRangeTooLong(now())).toBe(true)
    expect(load.calls).toHaveLength(0)
    chooseDays(kit, 3)
    playback.send({ type: 'playback.go' })
    expect(load.calls).toHaveLength(1)
    expect(load.latest().input).not.toHaveProperty('at')
  })
})

describe('the controls', () => {
  test('PLB-11 play is possible only with data: before it came nothing plays', async () => {
    const { playback, player, load } = openPlayback()
    playback.send({ type: 'playback.play' })
    expect(player.runs).toHaveLength(0)
    await load.latest().resolve(track)
    playback.send({ type: 'playback.play' })
    expect(player.latest().input).toEqual({ trackId: 'one', index: 0, speed: 1, skipsStanding: false })
  })

  test('PLB-11 pause leads to continue, from where the marker stands', async () => {
    const { playback, player, now, value } = await openPlaying()
    player.latest().emit({ type: 'playback.movedTo', index: 2, time: range.from })
    playback.send({ type: 'playback.pause' })
    expect(value()).toBe('pause')
    expect(player.latest().isOpen()).toBe(false)
    expect(selectLeadingControl(now())).toBe('continue')
    playback.send({ type: 'playback.continue' })
    expect(value()).toBe('continue')
    expect(player.latest().input).toEqual({ trackId: 'one', index: 2, speed: 1, skipsStanding: false })
    expect(selectIsPlaying(now())).toBe(true)
  })

  test('PLB-14 at the last point the state becomes restart', async () => {
    const { value, now } = await openAtEnd()
    expect(value()).toEqual({ restart: 'atEnd' })
    expect(selectIndex(now())).toBe(4)
    expect(selectProgress(now())).toBe(1)
    expect(selectLeadingControl(now())).toBe('restart')
  })

  test('PLB-12 restart loads the route for the chosen dates again and plays it from its start', async () => {
    const { playback, load, player, now, value, chooseEarlierDates } = await openAtEnd()
    chooseEarlierDates()
    playback.send({ type: 'playback.restart' })
    const from = range.from - 3 * DAY_MS
    expect(load.latest().input).toEqual({ vehicleId: 5, from, to: from + DAY_MS })
    await load.latest().resolve({ ...track, trackId: 'two' })
    expect(value()).toBe('play')
    expect(player.latest().input).toEqual({ trackId: 'two', index: 0, speed: 1, skipsStanding: false })
    expect(selectCanRestart(now())).toBe(true)
  })

  test('PLB-12 a restart that finds no points, or fails, says so', async () => {
    const without = await openAtEnd()
    without.playback.send({ type: 'playback.restart' })
    await without.load.latest().resolve(null)
    expect(without.value()).toEqual({ empty: 'noData' })
    const failing = await openAtEnd()
    failing.playback.send({ type: 'playback.restart' })
    await failing.load.latest().reject(Object.assign(new Error('too long'), { name: 'CallRefused' }))
    expect(selectPlaybackFailure(failing.now())).toMatchObject({ kind: 'refused', message: 'too long' })
  })

  test('seeking while it plays goes on from there', async () => {
    const { playback, player } = await openPlaying()
    playback.send({ type: 'playback.seek', index: 3 })
    expect(player.runs.map(({ isOpen }) => isOpen())).toEqual([false, true])
    expect(player.latest().input.index).toBe(3)
  })

  test('seeking back from the end makes it possible to continue', async () => {
    const { playback, value, now } = await openAtEnd()
    playback.send({ type: 'playback.seek', index: 1 })
    expect(value()).toBe('pause')
    expect(selectIndex(now())).toBe(1)
  })

  test.each([-5, 99, Number.NaN])('seeking to %s stays on the track', async (index) => {
    const { playback, now } = await openReady()
    playback.send({ type: 'playback.seek', index })
    expect(selectIndex(now())).toBeGreaterThanOrEqual(0)
    expect(selectIndex(now())).toBeLessThanOrEqual(4)
  })

  test('PLB-02 a new speed counts from where the marker stands', async () => {
    const { playback, player, now } = await openPlaying()
    player.latest().emit({ type: 'playback.movedTo', index: 1, time: range.from })
    playback.send({ type: 'playback.setSpeed', speed: 10 })
    expect(player.latest().input).toEqual({ trackId: 'one', index: 1, speed: 10, skipsStanding: false })
    expect(selectSpeed(now())).toBe(10)
  })

  test('PLB-31 the speed is 1 again after a reload', async () => {
    const { playback, load, now } = await openAtEnd()
    playback.send({ type: 'playback.setSpeed', speed: 7 })
    playback.send({ type: 'playback.restart' })
    expect(selectSpeed(now())).toBe(1)
    await load.latest().resolve(track)
    expect(selectSpeed(now())).toBe(1)
  })

  test('PLB-04 the panel hides and comes back', async () => {
    const { playback, now } = await openReady()
    playback.send({ type: 'playback.panelToggled' })
    expect(selectIsPanelHidden(now())).toBe(true)
    playback.send({ type: 'playback.panelToggled' })
    expect(selectIsPanelHidden(now())).toBe(false)
  })

  test('a player that breaks pauses and says why', async () => {
    const { player, value, now } = await openPlaying()
    player.latest().fail(new Error('no such track'))
    expect(value()).toBe('pause')
    expect(selectPlaybackFailure(now())).toMatchObject({ message: 'no such track' })
  })
})

describe('GO', () => {
  test('PLB-16 is off after data came, PLB-15 and on once the dates differ', async () => {
    const { playback, load, now, chooseEarlierDates } = await openReady()
    expect(selectCanGo(now())).toBe(false)
    playback.send({ type: 'playback.go' })
    expect(load.calls).toHaveLength(1)
    chooseEarlierDates()
    expect(selectCanGo(now())).toBe(true)
    playback.send({ type: 'playback.go' })
    expect(load.calls).toHaveLength(2)
    await load.latest().resolve(track)
    expect(selectCanGo(now())).toBe(false)
  })

  test('PLB-15 is off while playing and continuing, on while paused', async () => {
    const { playback, load, now, chooseEarlierDates } = await openPlaying()
    chooseEarlierDates()
    expect(selectCanGo(now())).toBe(false)
    playback.send({ type: 'playback.go' })
    expect(load.calls).toHaveLength(1)
    playback.send({ type: 'playback.pause' })
    expect(selectCanGo(now())).toBe(true)
    playback.send({ type: 'playback.continue' })
    expect(selectCanGo(now())).toBe(false)
  })

  test('after a failure the same dates can be asked for again', async () => {
    const { playback, load, now } = openPlayback()
    await load.latest().reject(new Error('away'))
    expect(selectCanGo(now())).toBe(true)
    playback.send({ type: 'playback.go' })
    await load.latest().resolve(track)
    expect(selectPlaybackFailure(now())).toBeNull()
  })

  test('takes the old track away and starts at its beginning', async () => {
    const { playback, dropped, now, chooseEarlierDates } = await openAtEnd()
    chooseEarlierDates()
    playback.send({ type: 'playback.go' })
    expect(dropped.done.at(-1)).toEqual({ trackId: 'one' })
    expect(selectIndex(now())).toBe(0)
    expect(selectTrack(now())).toBeNull()
  })
})

describe('without points', () => {
  test.each([null, { ...track, points: 0 }])('PLB-29 the popup shows until OK is pressed', async (reply) => {
    const { playback, load, now } = openPlayback()
    await load.latest().resolve(reply)
    expect(selectShowsNoData(now())).toBe(true)
    expect(selectCanSeek(now())).toBe(false)
    playback.send({ type: 'playback.noDataAcknowledged' })
    expect(selectShowsNoData(now())).toBe(false)
  })

  test("PLB-28 play shows the error 'No playback details available'", async () => {
    const { playback, load, notices, player } = openPlayback()
    await load.latest().resolve(null)
    playback.send({ type: 'playback.noDataAcknowledged' })
    playback.send({ type: 'playback.play' })
    expect(notices.done).toEqual([{ kind: 'error', text: 'noPlaybackDetails' }])
    expect(player.runs).toHaveLength(0)
  })
})

describe('leaving', () => {
  test('PLB-13 close ends it, and the track is let go', async () => {
    const { playback, player, dropped, now } = await openPlaying()
    playback.send({ type: 'playback.close' })
    expect(now()).toMatchObject({ status: 'done', value: 'exit' })
    expect(player.latest().isOpen()).toBe(false)
    expect(dropped.done.at(-1)).toEqual({ trackId: 'one' })
  })

  test('PLB-13 hardExit clears first and then exits', async () => {
    const { playback, dropped, now } = await openPlaying()
    const seen: unknown[] = []
    playback.subscribe(({ value, context }) => seen.push([value, context.track]))
    dropped.done.length = 0
    playback.send({ type: 'playback.hardExit' })
    expect(now()).toMatchObject({ status: 'done', value: 'exit' })
    expect(dropped.done).toEqual([{ trackId: 'one' }, { trackId: null }])
    expect(seen).toEqual([['exit', null]])
  })
})
