import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/units.ts'
import {
  selectCanRestart,
  selectIndex,
  selectIsPanelHidden,
  selectIsPlaying,
  selectLeadingControl,
  selectPlaybackFailure,
  selectSpeed,
} from '#src/machines/playback/playback.selectors.ts'
import {
  openAtEnd,
  openPlayback,
  openPlaying,
  openReady,
  range,
  track,
} from '#tests/kit/machines/playback.fixture.ts'

describe('the controls', () => {
  test('PLB-11 play needs data: before it arrives nothing plays', async () => {
    const { playback, player, load } = openPlayback()
    playback.send({ type: 'playback.play' })
    expect(player.runs).toHaveLength(0)
    await load.latest().resolve(track)
    playback.send({ type: 'playback.play' })
    expect(player.latest().input).toEqual({ trackId: 'one', index: 0, speed: 1, skipsStanding: false })
  })

  test('PLB-11 pause offers continue from the position of the marker', async () => {
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
    expect(selectLeadingControl(now())).toBe('restart')
  })

  test('PLB-12 restart reloads the route for the chosen dates and plays it from its start', async () => {
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

  test('PLB-12 a restart that finds no points or fails reports it', async () => {
    const without = await openAtEnd()
    without.playback.send({ type: 'playback.restart' })
    await without.load.latest().resolve(null)
    expect(without.value()).toEqual({ empty: 'noData' })
    const failing = await openAtEnd()
    failing.playback.send({ type: 'playback.restart' })
    await failing.load.latest().reject(Object.assign(new Error('too long'), { name: 'CallRefused' }))
    expect(selectPlaybackFailure(failing.now())).toMatchObject({ kind: 'refused', message: 'too long' })
  })

  test('seeking during playback continues from there', async () => {
    const { playback, player } = await openPlaying()
    playback.send({ type: 'playback.seek', index: 3 })
    expect(player.runs.map(({ isOpen }) => isOpen())).toEqual([false, true])
    expect(player.latest().input.index).toBe(3)
  })

  test('seeking back from the end enables continue', async () => {
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

  test('PLB-02 a new speed applies from the position of the marker', async () => {
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

  test('PLB-04 the panel hides and shows again', async () => {
    const { playback, now } = await openReady()
    playback.send({ type: 'playback.panelToggled' })
    expect(selectIsPanelHidden(now())).toBe(true)
    playback.send({ type: 'playback.panelToggled' })
    expect(selectIsPanelHidden(now())).toBe(false)
  })

  test('a player that fails pauses and gives the reason', async () => {
    const { player, value, now } = await openPlaying()
    player.latest().fail(new Error('no such track'))
    expect(value()).toBe('pause')
    expect(selectPlaybackFailure(now())).toMatchObject({ message: 'no such track' })
  })
})
