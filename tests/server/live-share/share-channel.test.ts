import { expect, test } from 'vitest'
import type { ShareTrail } from '#contract/records/live-share.ts'
import { HOUR_MS } from '#domain/units.ts'
import type { EventStream } from '#server/live/event-stream.ts'
import { SHARE } from '#server/live-share/limits.ts'
import { createShareChannel, type SharedFix } from '#server/live-share/share-channel.ts'

const START = 1_795_000_000_000

/** A viewer's stream, and what it was sent. */
const viewer = () => {
  let sent = ''
  const stream = {
    write: (part: Buffer) => {
      sent += part
    },
    isOpen: () => true,
  } as unknown as EventStream
  return { stream, sent: () => sent }
}

/** The channel of a link that began long ago; its clock is turned. */
const open = (stored: readonly SharedFix[]) => {
  let time = START
  const channel = createShareChannel({
    vehicle: { vehicleId: 5, registrationId: 'MH 5' },
    from: START - 30 * HOUR_MS,
    load: async () => ({ latest: stored.at(-1), trail: stored }),
    now: () => time,
  })
  /** The times in the trail that a new viewer is sent, as hours since the start. */
  const trail = async (): Promise<number[]> => {
    const { stream, sent } = viewer()
    await channel.join(stream)
    channel.leave(stream)
    const [, data] = /^event: liveShareTrail\ndata: (.*)$/m.exec(sent()) ?? []
    const { time: times } = JSON.parse(data ?? '') as ShareTrail
    return times.map((at) => (at - START) / HOUR_MS)
  }
  const pass = (hours: number) => {
    time += hours * HOUR_MS
  }
  const take = () => channel.take(fixAt((time - START) / HOUR_MS))
  return { channel, trail, pass, take }
}
const fixAt = (hours: number): SharedFix => ({ time: START + hours * HOUR_MS, lng: 73.85, lat: 18.5 })

test('AC-08 the trail is of the last 24 hours, however long the channel is open', async () => {
  expect(SHARE.trailMs).toBe(24 * HOUR_MS)
  const { trail, pass, take } = open([fixAt(-20), fixAt(-10), fixAt(0)])
  expect(await trail()).toEqual([-20, -10, 0])
  pass(5)
  expect(await trail(), 'although nothing has come since').toEqual([-10, 0])
  pass(15)
  take()
  expect(await trail()).toEqual([0, 20])
  pass(30)
  expect(await trail()).toEqual([])
})

test('a late fix from before these hours is not added', async () => {
  const { channel, trail } = open([fixAt(0)])
  expect(await trail()).toEqual([0])
  channel.take(fixAt(-25))
  channel.take(fixAt(-23))
  expect(await trail()).toEqual([-23, 0])
  channel.take(fixAt(-24))
  expect(await trail(), 'one of just that long ago is').toEqual([-24, -23, 0])
})

test('a trail that grows is thinned when it is twice as long as may be', async () => {
  const { channel, trail } = open(Array.from({ length: SHARE.trailPoints }, (_, i) => fixAt(-5 + i / 1000)))
  expect(await trail()).toHaveLength(SHARE.trailPoints)
  for (let i = 0; i < SHARE.trailPoints - 1; i += 1) channel.take(fixAt(-2 + i / 1000))
  expect(await trail()).toHaveLength(2 * SHARE.trailPoints - 1)
  channel.take(fixAt(0))
  const thinned = await trail()
  expect(thinned.length).toBeLessThanOrEqual(SHARE.trailPoints)
  expect([thinned[0], thinned.at(-1)]).toEqual([-5, 0])
})

test('DI-06 a late place where nobody can have been is not added', async () => {
  const { channel, trail } = open([fixAt(-2), fixAt(0)])
  expect(await trail()).toEqual([-2, 0])
  for (const hours of [-1.99, -0.01]) channel.take({ ...fixAt(hours), lng: 88 })
  channel.take(fixAt(-1.5))
  expect(await trail()).toEqual([-2, -1.5, 0])
})

test('ST-15 viewers are sent no fix that is older than the latest one, or the same', async () => {
  const { channel } = open([fixAt(0)])
  const sent: number[] = []
  const stream = {
    write: (part: Buffer) => {
      for (const [, data] of String(part).matchAll(/^event: liveShareEvent\ndata: (.*)$/gm))
        sent.push((JSON.parse(data ?? '').time - START) / HOUR_MS)
    },
    isOpen: () => true,
  } as unknown as EventStream
  await channel.join(stream)
  for (const hours of [1, 0.5, 1, 2]) channel.take(fixAt(hours))
  expect(sent).toEqual([0, 1, 2])
})

test('a channel is idle while nobody watches it or is about to', async () => {
  let loaded = () => {}
  const channel = createShareChannel({
    ...{ vehicle: { vehicleId: 5, registrationId: 'MH 5' }, from: START, now: () => START },
    load: () =>
      new Promise((resolve) => {
        loaded = () => resolve({ latest: undefined, trail: [] })
      }),
  })
  const { stream } = viewer()
  expect(channel.isIdle()).toBe(true)
  const joined = channel.join(stream)
  expect(channel.isIdle()).toBe(false)
  loaded()
  await joined
  expect(channel.isIdle()).toBe(false)
  channel.leave(stream)
  expect(channel.isIdle()).toBe(true)
})

test('what arrives while the history is read follows it, and a history that cannot be read is read again', async () => {
  const answers: Array<{ give: () => void; fail: () => void }> = []
  const channel = createShareChannel({
    ...{ vehicle: { vehicleId: 5, registrationId: 'MH 5' }, from: START - HOUR_MS, now: () => START },
    load: () =>
      new Promise((resolve, reject) => {
        answers.push({
          give: () => resolve({ latest: fixAt(-0.5), trail: [fixAt(-0.5)] }),
          fail: () => reject(new Error('away')),
        })
      }),
  })
  const { stream, sent } = viewer()
  const first = channel.join(stream)
  channel.take(fixAt(-0.25))
  answers[0]?.fail()
  await expect(first).rejects.toThrow('away')
  const second = channel.join(stream)
  channel.take(fixAt(-0.1))
  answers[1]?.give()
  await second
  expect(answers).toHaveLength(2)
  const [, data] = /^event: liveShareTrail\ndata: (.*)$/m.exec(sent()) ?? []
  expect((JSON.parse(data ?? '') as ShareTrail).time).toEqual([-0.5, -0.25, -0.1].map((at) => fixAt(at).time))
  expect(sent()).toContain(`"time":${fixAt(-0.1).time}`)
})

test('a viewer who has gone before the history is read is sent nothing', async () => {
  let sent = 0
  const { channel } = open([fixAt(0)])
  const stream = {
    write: () => {
      sent += 1
    },
    isOpen: () => false,
  } as unknown as EventStream
  await channel.join(stream)
  channel.take(fixAt(1))
  expect([sent, channel.isIdle()]).toEqual([0, true])
})

test('a place that comes twice is in the trail once, also a late one', async () => {
  const { channel, trail } = open([])
  await trail()
  const at = (hours: number) => ({ time: START + hours * HOUR_MS, lng: 73, lat: 18 })
  for (const hours of [-3, -1, -2, -2, -1, -3]) channel.take(at(hours))
  expect(await trail()).toEqual([-3, -2, -1])
})
