import { expect, test } from 'vitest'
import { writeCsv } from '#src/services/playback/route-csv.ts'
import { writeGpx } from '#src/services/playback/route-gpx.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { importer } from './import.fixture.ts'

const database = withDatabase()
const track = makeTrack({ breaks: Uint8Array.from([0, 0, 1, 0, 0, 0]) })
const round = (value: number | undefined, decimals: number) => Number(value?.toFixed(decimals))
const points = Array.from({ length: track.length }, (_, i) => ({
  time: track.time[i],
  lat: round(track.lat[i], 6),
  lng: round(track.lng[i], 6),
}))

test('a track exported as GPX is imported again, point for point', async () => {
  const { run, stored } = importer(database, 'GPX again')
  const gpx = [...writeGpx(track, 'KA 05 & 1001', 'Roadbook', 'Europe/Berlin')].join('')
  expect(await run({ 'a.gpx': gpx })).toMatchObject({ stored: track.length, rejected: 0, unreadable: [] })
  const fixes = await stored('KA 05 & 1001')
  expect(fixes.map(({ time, lat, lng }) => ({ time, lat: round(lat, 6), lng: round(lng, 6) }))).toEqual(
    points,
  )
  expect(fixes.map(({ speed }) => round(speed, 1))).toEqual([...track.speed])
  expect(fixes.map(({ heading }) => heading)).toEqual([...track.heading])
})

test('a track exported as CSV is imported again, with odometer and ignition', async () => {
  const { run, stored } = importer(database, 'CSV again')
  const csv = [...writeCsv(track, 'KA 05, "1001"', 'Roadbook', 'Europe/Berlin')].join('')
  expect(await run({ 'a.csv': csv })).toMatchObject({ stored: track.length, rejected: 0, unreadable: [] })
  const fixes = await stored('KA 05, "1001"')
  expect(fixes.map(({ time, lat, lng }) => ({ time, lat: round(lat, 6), lng: round(lng, 6) }))).toEqual(
    points,
  )
  expect(fixes.map(({ speed, odo, ignition }) => [round(speed, 1), round(odo, 1), ignition])).toEqual(
    Array.from({ length: track.length }, (_, i) => [track.speed[i], track.odo[i], true]),
  )
})
