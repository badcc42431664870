import { describe, expect, test } from 'vitest'
import { LONGEST_PLAYBACK_DAYS } from '#domain/playback.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import {
  selectCanGo,
  selectCanRestart,
  selectCanSeek,
  selectIndex,
  selectIsRangeTooLong,
  selectPlaybackFailure,
  selectRangeActor,
  selectShowsNoData,
  selectSkipsStanding,
  selectTrack,
} from '#src/machines/playback/playback.selectors.ts'
import {
  openAtEnd,
  openPlayback,
  openPlaying,
  openReady,
  range,
  track,
} from '#tests/kit/machines/playback.fixture.ts'

test('skipping standing time can be changed at any time, and a running player restarts at its position', async () => {
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

describe('a range too long to play at once', () => {
  const chooseDays = ({ now }: ReturnType<typeof openPlayback>, days: number) =>
    selectRangeActor(now())?.send({
      type: 'range.chosen',
      from: range.to - HOUR_MS - days * DAY_MS,
      to: range.to,
      now: MODEL_NOW,
    })

  test('PLB-15 is not requested, neither by GO nor by Restart', async () => {
    const fixture = await openReady()
    const { playback, load, now, value } = fixture
    playback.send({ type: 'playback.play' })
    playback.send({ type: 'playback.pause' })
    chooseDays(fixture, LONGEST_PLAYBACK_DAYS + 1)
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

  test('PLB-15 is requested by GO once it is shortened to the playable days', async () => {
    const fixture = await openReady()
    chooseDays(fixture, LONGEST_PLAYBACK_DAYS)
    expect([selectIsRangeTooLong(fixture.now()), selectCanGo(fixture.now())]).toEqual([false, true])
    fixture.playback.send({ type: 'playback.go' })
    expect(fixture.load.calls).toHaveLength(2)
  })

  test('a link to it requests nothing either, until other dates are chosen', () => {
    const fixture = openPlayback({
      vehicleId: 5,
      range: { from: range.from - 400 * DAY_MS, to: range.to },
      at: range.from,
      speed: 4,
      camera: { lng: 79, lat: 21, zoom: 8 },
      alerts: false,
    })
    const { load, now, value, playback } = fixture
    expect(value()).toEqual({ empty: 'idle' })
    expect(selectIsRangeTooLong(now())).toBe(true)
    expect(load.calls).toHaveLength(0)
    chooseDays(fixture, 3)
    playback.send({ type: 'playback.go' })
    expect(load.calls).toHaveLength(1)
    expect(load.latest().input).not.toHaveProperty('at')
  })
})

describe('GO', () => {
  test('PLB-16 is disabled after data arrived, PLB-15 and enabled once the dates differ', async () => {
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

  test('PLB-15 is disabled while playing and continuing, enabled while paused', async () => {
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

  test('after a failure the same dates can be requested again', async () => {
    const { playback, load, now } = openPlayback()
    await load.latest().reject(new Error('away'))
    expect(selectCanGo(now())).toBe(true)
    playback.send({ type: 'playback.go' })
    await load.latest().resolve(track)
    expect(selectPlaybackFailure(now())).toBeNull()
  })

  test('removes the old track and starts at the beginning of the new one', async () => {
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
  test('PLB-13 close ends it and drops the track', async () => {
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
