import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  hasPlaybackLink,
  type PlaybackLink,
  parsePlaybackLink,
  playbackLinkSearch,
} from '#contract/links/playback.ts'
import { PLAYBACK_SPEEDS } from '#domain/playback.ts'
import { HOUR_MS } from '#domain/units.ts'

/** A whole hour in India. */
const FROM = Date.UTC(2026, 10, 19, 9, 30)
const GOOD: PlaybackLink = {
  vehicleId: 42,
  range: { from: FROM, to: FROM + 24 * HOUR_MS },
  at: FROM + 90_500,
  speed: 4,
  camera: { lng: 77.59123, lat: -12.97456, zoom: 14.25 },
  alerts: false,
}

const links: fc.Arbitrary<PlaybackLink> = fc
  .record({
    vehicleId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    hour: fc.integer({ min: 0, max: 200_000 }),
    hours: fc.integer({ min: 1, max: 366 * 24 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    speed: fc.constantFrom(...PLAYBACK_SPEEDS),
    lng: fc.integer({ min: -18_000_000, max: 18_000_000 }),
    lat: fc.integer({ min: -9_000_000, max: 9_000_000 }),
    zoom: fc.integer({ min: 0, max: 2400 }),
    alerts: fc.boolean(),
    hasCamera: fc.boolean(),
  })
  .map(({ vehicleId, hour, hours, share, speed, lng, lat, zoom, alerts, hasCamera }) => {
    const from = Date.UTC(2001, 0, 1, 9, 30) + hour * HOUR_MS
    const range = { from, to: from + hours * HOUR_MS }
    const at = Math.trunc(from + share * hours * HOUR_MS)
    return {
      vehicleId,
      range,
      at,
      speed,
      camera: hasCamera ? { lng: lng / 1e5, lat: lat / 1e5, zoom: zoom / 100 } : null,
      alerts,
    }
  })

test('a playback link parses back to the same values', () => {
  fc.assert(
    fc.property(links, (link) => {
      expect(parsePlaybackLink(playbackLinkSearch(link))).toEqual({
        ...link,
        camera: link.camera && {
          lng: link.camera.lng + 0,
          lat: link.camera.lat + 0,
          zoom: link.camera.zoom,
        },
      })
    }),
  )
})

test("a link contains only the vehicle's id, nothing about its owner", () => {
  expect(playbackLinkSearch(GOOD)).toBe(
    `?play=42&from=${FROM}&to=${FROM + 24 * HOUR_MS}&at=${FROM + 90_500}&speed=4&map=77.59123,-12.97456,14.25`,
  )
})

describe('a link is refused', () => {
  const good = playbackLinkSearch(GOOD)
  const refused: Readonly<Record<string, string>> = {
    'where a field is missing': good.replace('&speed=4', ''),
    'where a field is given twice': `${good}&speed=5`,
    'with a speed that is none': good.replace('speed=4', 'speed=11'),
    'with an id that is no number': good.replace('play=42', 'play=4e1'),
    'with an id that is too large': good.replace('play=42', 'play=9999999999'),
    'with a range that ends before it begins': good.replace(/to=\d+/, `to=${FROM - HOUR_MS}`),
    'with a range of broken hours': good.replace(/from=\d+/, `from=${FROM + 1}`),
    'with an end that is no whole second': good.replace(/to=\d+/, `to=${FROM + HOUR_MS + 1}`),
    'with a word for its alerts': `${good}&alerts=yes`,
    'with a cursor outside the range': good.replace(/at=\d+/, `at=${FROM - 1}`),
    'with a place off the globe': good.replace(/map=[^&]+/, 'map=181,10,5'),
    'with a camera that is no number': good.replace(/map=[^&]+/, 'map=77,NaN,5'),
    'that is too long': `${good}&x=${'x'.repeat(300)}`,
  }
  for (const [why, search] of Object.entries(refused))
    test(why, () => {
      expect(hasPlaybackLink(search)).toBe(true)
      expect(parsePlaybackLink(search)).toBeNull()
    })

  test('any text is refused without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parsePlaybackLink(`?play=${text}`)).toBeNull()
      }),
    )
  })
})
