// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest'
import { createGeocoder } from '#src/services/geocoder/geocoder.ts'
import { createGoogleLookup } from '#src/services/geocoder/google-lookup.ts'
import type { Queue } from '#src/services/geocoder/lookup-queue.ts'
import { type FakeGoogle, installFakeGoogle } from '#tests/kit/google-fake/install.ts'

const NASHIK = [73.79, 19.998] as const
const queue: Queue = { run: (work) => work() }
const part = (long_name: string, ...types: string[]) => ({ long_name, types })
let google: FakeGoogle

beforeAll(() => {
  google = installFakeGoogle(window as Window & typeof globalThis)
})

test('MAP-47 MAP-49 a Google address lists its parts in order, from the most exact result', async () => {
  google.answerWith([
    {
      address_components: [
        part('422001', 'postal_code'),
        part('India', 'country', 'political'),
        part('Maharashtra', 'administrative_area_level_1', 'political'),
        part('Nashik Division', 'administrative_area_level_2', 'political'),
        part('Nashik', 'locality', 'political'),
        part('Panchavati', 'sublocality_level_1', 'sublocality', 'political'),
        part('Hirawadi', 'sublocality_level_2', 'sublocality', 'political'),
        part('Block 4', 'sublocality_level_3', 'sublocality', 'political'),
        part('Old Town', 'neighborhood', 'political'),
        part('12', 'street_number'),
        part('Peth Road', 'route'),
        part('Godown 3', 'premise'),
      ],
    },
    { address_components: [part('India', 'country', 'political')] },
  ])
  const geocoder = createGeocoder(createGoogleLookup({ key: 'a-key', queue }))
  expect(await geocoder.addressOf(NASHIK)).toBe(
    'Godown 3, 12, Old Town, Block 4, Hirawadi, Panchavati, Nashik, Nashik Division, Maharashtra, India, 422001',
  )
  expect(google.geocoded).toEqual([{ location: { lat: 19.998, lng: 73.79 }, region: 'IN' }])
  expect(google.imported).toEqual(['geocoding'])
})

test('MAP-50 if Google finds nothing or fails, the address is N/A', async () => {
  const geocoder = createGeocoder(createGoogleLookup({ key: 'a-key', queue }))
  google.answerWith([])
  expect(await geocoder.addressOf(NASHIK)).toBeNull()
  google.answerWith(new Error('ZERO_RESULTS'))
  expect(await geocoder.addressOf([70, 10])).toBeNull()
})
