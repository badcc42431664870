import { expect, test } from 'vitest'
import { NO_FIGURES } from '#domain/figures.ts'
import { createClock } from '#src/services/recorder/clock.ts'
import { createRecorder } from '#src/services/recorder/recorder.ts'
import { packRecording, readRecording } from '#src/services/recorder/recording-file.ts'
import { createMask } from '#src/services/recorder/redact.ts'
import { unpackTrack } from '#src/services/recorder/unpacked.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'

const mask = createMask()

const recorderOf = (keptSize?: number) =>
  createRecorder({
    clock: createClock(),
    mask,

    ...{ release: 'test', userAgent: 'test' },
    ...(keptSize === undefined ? {} : { keptSize }),
  })

const tracksIn = (recorder: ReturnType<typeof recorderOf>, withPlaces: boolean) =>
  (readRecording(packRecording(recorder.snapshot({ withPlaces }))).tracks ?? []).map(unpackTrack)

test('a route comes out of a recording as it was loaded, with another odometer, and moved unless places are included', () => {
  const recorder = recorderOf()
  const track = makeTrack({ figures: { ...NO_FIGURES, distanceKm: 12.5 } })
  recorder.keepTrack(track)
  const [{ odo, ...whole } = track] = tracksIn(recorder, true) as (typeof track)[]
  const { odo: trueOdo, ...others } = track
  expect(whole).toEqual({ ...others, vehicleId: mask.id(track.vehicleId) })
  const [moved = track] = tracksIn(recorder, false) as (typeof track)[]
  expect(moved.odo).toEqual(odo)
  for (const [column, truth, least] of [
    [moved.lng, track.lng, 10],
    [moved.lat, track.lat, 2],
    [moved.odo, trueOdo, 1],
  ] as const) {
    const by = (column[0] ?? 0) - (truth[0] ?? 0)
    expect(Math.abs(by)).toBeGreaterThanOrEqual(least)
    expect(column[5]).toBeCloseTo((truth[5] ?? 0) + by, 2)
  }
})

test('the routes that were loaded last are kept, four at most and a third of what is kept', () => {
  const recorder = recorderOf()
  for (let i = 0; i < 6; i++) recorder.keepTrack({ ...makeTrack(), id: `t${i}` })
  recorder.keepTrack({ ...makeTrack(), id: 't3' })
  expect(tracksIn(recorder, true).map(({ id }) => id)).toEqual(['t2', 't4', 't5', 't3'])

  const small = recorderOf(300_000)
  const longTrack = { id: '', vehicleId: 1, length: 4000, lng: new Float64Array(4000) }
  for (let i = 0; i < 3; i++) small.keepTrack({ ...longTrack, id: `t${i}` })
  const kept = tracksIn(small, true)
  expect(kept.length).toBeLessThan(3)
  expect(kept.at(-1)?.id).toBe('t2')
  expect(JSON.stringify(small.snapshot().tracks).length).toBeLessThan(110_000)
})
