import { readFile } from 'node:fs/promises'
import { describe, expect, test, vi } from 'vitest'
import { addressText } from '#domain/address.ts'
import type { AddressLookup } from '#src/services/geocoder/geocoder.port.ts'
import { createGeocoder } from '#src/services/geocoder/geocoder.ts'
import { createQueue, type Queue } from '#src/services/geocoder/lookup-queue.ts'
import { createNearestPlaceLookup, nearestTown } from '#src/services/geocoder/nearest-place-lookup.ts'
import { createNominatimLookup } from '#src/services/geocoder/nominatim-lookup.ts'
import { settled } from '#tests/kit/machines/controlled-ports.ts'

const NASHIK = [73.79, 19.998] as const
const never = new AbortController().signal

/** A lookup whose answers the test gives. */
const controlledLookup = () => {
  const requests: {
    place: readonly number[]
    signal: AbortSignal
    answer: (text: string) => void
    fail: () => void
  }[] = []
  const lookUp: AddressLookup = (place, signal) =>
    new Promise((resolve, reject) => {
      requests.push({ place, signal, answer: resolve, fail: () => reject(new Error('down')) })
    })
  return { requests, lookUp }
}

describe('the format of an address', () => {
  test('MAP-49 an address lists its parts from the premise to the postal code', () => {
    const parts = {
      ...{ postalCode: 'k', country: 'j', state: 'i', district: 'h', locality: 'g', sublocality1: 'f' },
      ...{ sublocality2: 'e', sublocality3: 'd', neighbourhood: 'c', streetNumber: 'b', premise: 'a' },
    }
    expect(addressText(parts)).toBe('a, b, c, d, e, f, g, h, i, j, k')
  })

  test('MAP-49 unknown parts are left out and repeated ones appear once', () => {
    expect(addressText({ locality: 'Pune', district: 'Pune', state: ' Maharashtra ', premise: ' ' })).toBe(
      'Pune, Maharashtra',
    )
    expect(addressText({})).toBe('')
  })
})

describe('looking up addresses', () => {
  test('MAP-50 a failed or empty lookup gives N/A, and a failed one is retried', async () => {
    const { requests, lookUp } = controlledLookup()
    const geocoder = createGeocoder(lookUp)
    const first = geocoder.addressOf(NASHIK)
    requests[0]?.fail()
    expect(await first).toBeNull()
    const second = geocoder.addressOf(NASHIK)
    requests[1]?.answer('')
    expect(await second).toBeNull()
    expect(await geocoder.addressOf(NASHIK)).toBeNull()
    expect(await geocoder.addressOf([Number.NaN, 20])).toBeNull()
    expect(requests).toHaveLength(2)
  })

  test('a place is looked up once, for concurrent and later callers', async () => {
    const { requests, lookUp } = controlledLookup()
    const geocoder = createGeocoder(lookUp)
    const both = [geocoder.addressOf(NASHIK), geocoder.addressOf([73.790_01, 19.998])]
    requests[0]?.answer('Nashik')
    expect(await Promise.all(both)).toEqual(['Nashik', 'Nashik'])
    expect(await geocoder.addressOf(NASHIK)).toBe('Nashik')
    expect(requests).toHaveLength(1)
  })

  test('a lookup continues while a caller waits, and is cancelled with the last one', async () => {
    const { requests, lookUp } = controlledLookup()
    const geocoder = createGeocoder(lookUp)
    const [one, other] = [new AbortController(), new AbortController()]
    const left = [geocoder.addressOf(NASHIK, one.signal), geocoder.addressOf(NASHIK, other.signal)]
    one.abort()
    await expect(left[0]).rejects.toThrow('aborted')
    expect(requests[0]?.signal.aborted).toBe(false)
    other.abort()
    await expect(left[1]).rejects.toThrow('aborted')
    expect(requests[0]?.signal.aborted).toBe(true)
    await expect(geocoder.addressOf(NASHIK, other.signal)).rejects.toThrow('aborted')
    expect(requests).toHaveLength(1)
  })

  test('the cache keeps the newest addresses', async () => {
    const lookUp = vi.fn<AddressLookup>(async ([lng]) => String(lng))
    const geocoder = createGeocoder(lookUp)
    for (let lng = 0; lng <= 170; lng += 0.25) await geocoder.addressOf([lng, 10])
    expect(lookUp).toHaveBeenCalledTimes(681)
    await geocoder.addressOf([170, 10])
    expect(lookUp).toHaveBeenCalledTimes(681)
    await geocoder.addressOf([0, 10])
    expect(lookUp).toHaveBeenCalledTimes(682)
  })
})

describe('the queue', () => {
  /** A queue of one request a second and at most two waiting, with its clock. */
  const slow = () => {
    let time = 0
    let wake = () => {}
    const queue = createQueue({
      gapMs: 1000,
      maxWaiting: 2,
      now: () => time,
      wait: (ms) =>
        new Promise((resolve) => {
          wake = () => {
            time += ms
            resolve()
          }
        }),
    })
    const begun: { name: string; at: number }[] = []
    const run = (name: string, signal = never) =>
      queue.run(async () => {
        begun.push({ name, at: time })
        return name
      }, signal)
    const pass = async () => {
      await settled()
      wake()
      await settled()
    }
    return { run, begun, pass }
  }

  test('requests start at most once a second', async () => {
    const { run, begun, pass } = slow()
    const both = [run('one'), run('two')]
    await pass()
    expect(await Promise.all(both)).toEqual(['one', 'two'])
    const third = run('three')
    await pass()
    await third
    expect(begun).toEqual([
      { name: 'one', at: 0 },
      { name: 'two', at: 1000 },
      { name: 'three', at: 2000 },
    ])
  })

  test('a full queue drops its oldest request', async () => {
    const { run, begun, pass } = slow()
    const all = ['one', 'two', 'three', 'four'].map((name) => run(name).catch(() => 'given up'))
    await pass()
    await pass()
    expect(await Promise.all(all)).toEqual(['one', 'given up', 'three', 'four'])
    expect(begun.map(({ name }) => name)).toEqual(['one', 'three', 'four'])
  })

  test('a request without waiting callers is never sent', async () => {
    const { run, begun, pass } = slow()
    const leave = new AbortController()
    const one = run('one')
    const two = run('two', leave.signal)
    leave.abort()
    await expect(two).rejects.toThrow('aborted')
    await pass()
    await one
    expect(begun.map(({ name }) => name)).toEqual(['one'])
  })

  test('a failed request does not delay the next', async () => {
    const queue = createQueue({ gapMs: 0, maxWaiting: 2, now: () => 0, wait: async () => undefined })
    const failing = queue.run(() => Promise.reject(new Error('down')), never)
    const next = queue.run(async () => 'next', never)
    await expect(failing).rejects.toThrow('down')
    expect(await next).toBe('next')
  })
})

describe('the Nominatim protocol', () => {
  const queue: Queue = { run: (work) => work() }
  const answering = (reply: unknown, status = 200) => {
    const requests: { url: URL; init: RequestInit | undefined }[] = []
    const lookUp = createNominatimLookup({
      base: 'https://places.example/nominatim',
      queue,
      fetch: async (input, init) => {
        requests.push({ url: new URL(String(input)), init })
        return new Response(JSON.stringify(reply), { status })
      },
    })
    return { requests, lookUp }
  }

  test('MAP-49 the parts of a reply are read in order', async () => {
    const address = {
      ...{
        country: 'India',
        postcode: '422001',
        state: 'Maharashtra',
        state_district: 'Nashik',
        city: 'Nashik',
      },
      ...{ suburb: 'Panchavati', quarter: 'Hirawadi', city_block: 'Block 4', neighbourhood: 'Old Town' },
      ...{ house_number: '12', road: 'Peth Road', building: 'Godown 3', country_code: 'in' },
    }
    const { lookUp, requests } = answering({ display_name: 'in another order', address })
    expect(await lookUp(NASHIK, never)).toBe(
      'Godown 3, 12 Peth Road, Old Town, Block 4, Hirawadi, Panchavati, Nashik, Maharashtra, India, 422001',
    )
    const [call] = requests
    expect(call?.url.origin + (call?.url.pathname ?? '')).toBe('https://places.example/nominatim/reverse')
    expect([call?.url.searchParams.get('lat'), call?.url.searchParams.get('lon')]).toEqual([
      '19.99800',
      '73.79000',
    ])
    expect(call?.init?.credentials).toBe('omit')
    expect(JSON.stringify(call?.init?.headers)).not.toMatch(/authorization/i)
  })

  test('a place without an address has none; a refusal or an unreadable reply is a failure', async () => {
    expect(await answering({ error: 'Unable to geocode' }).lookUp(NASHIK, never)).toBeNull()
    await expect(answering({}, 429).lookUp(NASHIK, never)).rejects.toThrow('status 429')
    await expect(answering('x'.repeat(70_000)).lookUp(NASHIK, never)).rejects.toThrow('too long')
    await expect(answering([1, 2]).lookUp(NASHIK, never)).rejects.toThrow()
  })
})

test('MAP-50 a service silent for ten seconds is given up, and the address is unknown', async () => {
  const late = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  const { addressOf } = createGeocoder(
    createNominatimLookup({
      base: 'https://places.example/',
      queue: { run: (work) => work() },
      fetch: (_, init) =>
        new Promise((_answer, refuse) =>
          init?.signal?.addEventListener('abort', () => refuse(init.signal?.reason)),
        ),
    }),
  )
  const address = addressOf(NASHIK)
  late.abort()
  expect(await address).toBeNull()
  expect(timeout).toHaveBeenCalledWith(10_000)
})

describe('the nearest place', () => {
  const TOWNS = [
    { name: 'Nashik', state: 'Maharashtra', lng: 73.79, lat: 19.998 },
    { name: 'Mumbai', state: 'Maharashtra', lng: 72.883, lat: 19.073 },
  ]

  test.each([
    [[73.79, 19.998], 'Nashik, Maharashtra'],
    [[73.871, 20.075], { town: 'Nashik, Maharashtra', distanceKm: 12, direction: 'NE' }],
    [[73.79, 19.818], { town: 'Nashik, Maharashtra', distanceKm: 20, direction: 'S' }],
    [[73.69, 19.998], { town: 'Nashik, Maharashtra', distanceKm: 10, direction: 'W' }],
    [[72.9, 19.2], { town: 'Mumbai, Maharashtra', distanceKm: 14, direction: 'N' }],
    [[60, 0], null],
  ] as const)('OPEN-72 the nearest town of %o is %o', (place, address) => {
    const nearest = nearestTown(TOWNS, place)
    const whole = (found: typeof nearest | typeof address) =>
      found === null || typeof found === 'string'
        ? found
        : { ...found, distanceKm: Math.round(found.distanceKm) }
    expect(whole(nearest)).toEqual(address)
  })

  test.each([
    [[80.27, 13.08], 'Chennai, Tamil Nadu'],
    [[77.23, 28.65], 'Delhi, Delhi'],
    [[74.8, 34.09], 'Srinagar, Jammu and Kashmir'],
    [[77.58, 34.16], 'Leh, Ladakh'],
    [[92.73, 11.66], 'Port Blair, Andaman and Nicobar Islands'],
    [[75.9, 17.68], 'Solapur, Maharashtra'],
  ] as const)('OPEN-72 the bundled places name %o as %s', async (place, text) => {
    const lookUp = createNearestPlaceLookup(async () =>
      JSON.parse(await readFile('public/basemap/places.json', 'utf8')),
    )
    expect(await lookUp(place, never)).toBe(text)
  })

  test('the places are loaded once, and again after a failure', async () => {
    const load = vi.fn(
      async (): Promise<unknown> => ({ states: { Maharashtra: ['Nashik', 73_790, 19_998] } }),
    )
    load.mockRejectedValueOnce(new Error('down'))
    const lookUp = createNearestPlaceLookup(load)
    await expect(lookUp(NASHIK, never)).rejects.toThrow('down')
    expect(await lookUp(NASHIK, never)).toBe('Nashik, Maharashtra')
    expect(await lookUp(NASHIK, never)).toBe('Nashik, Maharashtra')
    expect(load).toHaveBeenCalledTimes(2)
  })
})
