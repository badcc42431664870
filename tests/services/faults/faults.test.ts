import { of, Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { fleetStream } from '#contract/calls/live.ts'
import type { FaultSettings } from '#contract/records/faults.ts'
import { createFaults } from '#src/services/faults/faults.ts'
import { createFaultyStreams } from '#src/services/faults/faulty-streams.ts'
import { createFaultyTrackReader } from '#src/services/faults/faulty-track-reader.ts'
import type { EventStreams, StreamFailure, StreamItem } from '#src/services/live/event-stream.ts'
import type { TrackColumns } from '#src/services/playback/track.ts'
import { faultSettings } from '#tests/kit/builders/fault-settings.ts'
import { serve } from '#tests/kit/services/http-calls.ts'
import { json } from '#tests/kit/services/http-server.ts'

/** A tab over its session storage, and what `fetch` was called with. */
const openTab = ({ stored = new Map<string, string>(), isAllowed = true, refuses = false } = {}) => {
  const sent: unknown[] = []
  let leave = () => {}
  const faults = createFaults({
    page: {
      get sessionStorage() {
        if (refuses) throw new Error('Access is denied.')
        return {
          getItem: (key: string) => stored.get(key) ?? null,
          setItem: (key: string, value: string) => void stored.set(key, value),
          removeItem: (key: string) => void stored.delete(key),
        } as unknown as Storage
      },
      crypto,
      addEventListener: (_, listener) => {
        leave = listener
      },
    },
    isAllowed: () => isAllowed,
    fetch: async (input) => {
      sent.push(input)
      return new Response('')
    },
  })
  return { faults, sent, stored, leave: () => leave() }
}

const lost = faultSettings({ requestLost: 1 }, { clockSkewMs: 9000 })
const get = ({ faults }: ReturnType<typeof openTab>) => faults.fetch('http://server/a', undefined, 'a')

describe('the faults of a tab', () => {
  test('are off until they are turned on, and off again', async () => {
    const tab = openTab()
    await get(tab)
    expect([tab.sent.length, tab.faults.isOn(), tab.faults.clockErrorMs()]).toEqual([1, false, 0])
    await tab.faults.apply(lost)
    await expect(get(tab)).rejects.toThrow(TypeError)
    expect([tab.sent.length, tab.faults.isOn(), tab.faults.clockErrorMs()]).toEqual([1, true, 9000])
    tab.faults.correctClock()
    expect(tab.faults.clockErrorMs()).toBe(0)
    tab.faults.turnOff()
    await get(tab)
    expect([tab.sent.length, tab.faults.isOn()]).toEqual([2, false])
  })

  test('are counted by kind, anew after each change of the settings', async () => {
    const tab = openTab()
    const seen: number[] = []
    tab.faults.onChange(() => seen.push(tab.faults.counts().requestLost))
    await tab.faults.apply(lost)
    const before = tab.faults.counts()
    for (const each of [1, 2]) await expect(get(tab), String(each)).rejects.toThrow()
    expect(before.requestLost, 'a new object each time').toBe(0)
    await tab.faults.apply(lost)
    expect(seen).toEqual([0, 1, 2, 0])
  })

  test('make the clock wrong until the time of the server is read, and tell who listens', async () => {
    const { faults } = openTab()
    const seen: number[] = []
    faults.onChange(() => seen.push(faults.clockErrorMs()))
    faults.correctClock()
    await faults.apply(faultSettings({}, { clockSkewMs: -90_000 }))
    faults.correctClock()
    expect(seen).toEqual([-90_000, 0])
  })

  test('last over a reload of this tab, and are not in a copy of it', async () => {
    const tab = openTab()
    await tab.faults.apply(lost)
    expect([...tab.stored], 'a copy made now has nothing').toEqual([])
    tab.leave()
    const reloaded = openTab({ stored: tab.stored })
    expect(await reloaded.faults.restore()).toEqual(lost)
    expect(await reloaded.faults.restore(), 'again').toEqual(lost)
    await expect(get(reloaded)).rejects.toThrow(TypeError)
    expect([...tab.stored]).toEqual([])
    reloaded.faults.turnOff()
    reloaded.leave()
    expect(await openTab({ stored: tab.stored }).faults.restore()).toBeNull()
  })

  test('cannot be turned on where the environment does not set `lab`, whatever is stored', async () => {
    const stored = new Map([['faults', JSON.stringify(lost)]])
    const tab = openTab({ stored, isAllowed: false })
    expect(await tab.faults.restore()).toBeNull()
    await expect(tab.faults.apply(lost)).rejects.toThrow('does not allow faults')
    await get(tab)
    expect([tab.sent.length, tab.faults.isOn()]).toEqual([1, false])
  })

  test('stay off where what is stored is no settings, or nothing can be', async () => {
    const stored = new Map([['faults', JSON.stringify({ ...lost, seed: -1 })]])
    expect(await openTab({ stored }).faults.restore()).toBeNull()
    expect([...stored]).toEqual([])
    const refused = openTab({ refuses: true })
    expect(await refused.faults.restore()).toBeNull()
    await refused.faults.apply(lost)
    refused.leave()
    expect(refused.faults.isOn()).toBe(true)
  })

  test('have seeds in their range', () => {
    const { faults } = openTab()
    const seeds = Array.from({ length: 20 }, faults.newSeed)
    expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32)).toBe(true)
    expect(new Set(seeds).size).toBeGreaterThan(1)
  })
})

/** A stream with faults on: what came of it, and the stream behind it. */
const openStream = async (rates: Partial<FaultSettings['rates']>) => {
  const { faults } = openTab()
  await faults.apply(faultSettings(rates))
  const source = new Subject<StreamItem>()
  const streams = createFaultyStreams({ open: () => source } as EventStreams, faults)
  const came: (StreamItem | StreamFailure | 'done')[] = []
  const subscription = streams.open(fleetStream).subscribe({
    next: (item) => came.push(item),
    error: (failure: StreamFailure) => came.push(failure),
    complete: () => came.push('done'),
  })
  return { faults, source, came, subscription }
}

describe('event streams', () => {
  test('pass everything on, and can be dropped', async () => {
    const { faults, source, came } = await openStream({})
    source.next({ type: 'open' })
    faults.dropStream()
    expect(came).toMatchObject([{ type: 'open' }, { kind: 'network' }])
    expect([source.observed, faults.counts().streamDropped]).toEqual([false, 1])
    faults.dropStream()
    expect(faults.counts().streamDropped, 'one that has ended is not dropped again').toBe(1)
  })

  test('that end or are left are not dropped', async () => {
    const ended = await openStream({})
    ended.source.complete()
    const left = await openStream({})
    left.subscription.unsubscribe()
    for (const { faults } of [ended, left]) {
      faults.dropStream()
      expect(faults.counts().streamDropped).toBe(0)
    }
    expect([ended.came, left.came, left.source.observed]).toEqual([['done'], [], false])
  })

  test('are cut by the seed after the same number of items', async () => {
    const lengths: number[] = []
    for (const each of [1, 2]) {
      const { faults, source, came } = await openStream({ streamDropped: 1 })
      while (source.observed) source.next({ type: 'beat' })
      expect(came.at(-1), String(each)).toMatchObject({ name: 'StreamFailure', kind: 'network' })
      expect(faults.counts().streamDropped).toBe(1)
      lengths.push(came.length)
    }
    expect(lengths[0]).toBe(lengths[1])
    const { faults } = openTab()
    await faults.apply(faultSettings({ streamDropped: 1 }))
    const many = createFaultyStreams(
      { open: () => of(...Array<StreamItem>(30).fill({ type: 'beat' })) } as EventStreams,
      faults,
    )
    const failures: string[] = []
    many.open(fleetStream).subscribe({ error: ({ kind }: StreamFailure) => failures.push(kind) })
    expect(failures, 'also one that gives all at once').toEqual(['network'])
  })
})

test('playback files are read by the worker without faults, and in the page with them', async () => {
  const server = await serve((_, response) => json(response, 200, { data: [] }))
  const tab = openTab()
  const columns = { length: 0 } as TrackColumns
  const read = createFaultyTrackReader(async () => columns, tab.faults)
  const address = `${server.base}/file`
  expect(await read(address, {})).toBe(columns)
  await tab.faults.apply(faultSettings({ serverError: 1 }))
  await expect(read(address, {})).rejects.toMatchObject({ name: 'TrackFileError' })
  expect(tab.faults.counts().serverError).toBe(1)
})
