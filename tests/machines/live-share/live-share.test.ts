import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { TEXTS } from '#contract/texts.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { MODEL_SHARE_POINT, openLink } from '#src/machines/live-share/live-share.model.ts'
import {
  selectFollowedId,
  selectSharedLink,
  selectSharePhase,
  selectSharePoint,
  selectShareStream,
} from '#src/machines/live-share/live-share.selectors.ts'
import { simulatedClock } from '#tests/kit/machines/controlled-ports.ts'
import { createShellFixture } from '#tests/kit/machines/shell.fixture.ts'

const away = { name: 'NetworkFailure', message: '', retryAfterMs: null }
const refused = { name: 'CallRefused', message: '', retryAfterMs: null }

const open = () => {
  const notices: Notice[] = []
  const { ports, machines } = createShellFixture((_, notice) => notices.push(notice))
  const clock = simulatedClock()
  const actor = createActor(machines.liveShare, { clock }).start()
  actor.send({ type: 'share.opened' })
  const now = () => actor.getSnapshot()
  return { ports, clock, actor, notices, now, phase: () => selectSharePhase(now()) }
}

describe('a link is open or in error (SHR-07)', () => {
  test('SHR-03 SHR-13 a link with one vehicle follows it at once; closing the info window ends the stream', async () => {
    const { ports, actor, now, phase } = open()
    expect(phase()).toBe('loading')
    await ports.checkLink.latest().resolve(openLink(5))
    expect([phase(), selectFollowedId(now())]).toEqual(['shown', 5])
    const stream = ports.followShared.latest()
    expect(stream.input).toEqual({ vehicleId: 5 })
    stream.emit({ type: 'share.streamChanged', state: 'open' })
    stream.emit({ type: 'share.pointArrived', point: MODEL_SHARE_POINT })
    expect([selectShareStream(now()), selectSharePoint(now())]).toEqual(['open', MODEL_SHARE_POINT])
    actor.send({ type: 'share.left' })
    expect([stream.isOpen(), selectFollowedId(now()), selectSharePoint(now())]).toEqual([false, null, null])
    expect(phase()).toBe('shown')
  })

  test('SHR-03 of several vehicles one is followed by choice; another one replaces it; one of another link is not', async () => {
    const { ports, actor, now } = open()
    await ports.checkLink.latest().resolve(openLink(5, 6))
    expect(selectFollowedId(now())).toBeNull()
    actor.send({ type: 'share.followed', vehicleId: 99 })
    expect(ports.followShared.runs).toHaveLength(0)
    actor.send({ type: 'share.followed', vehicleId: 6 })
    const first = ports.followShared.latest()
    actor.send({ type: 'share.followed', vehicleId: 5 })
    expect([first.isOpen(), ports.followShared.latest().input]).toEqual([false, { vehicleId: 5 }])
  })

  test('SHR-08 a message is an error toast with its text, and the banner', async () => {
    const { ports, notices, phase } = open()
    await ports.checkLink.latest().resolve({ kind: 'broken', message: TEXTS.shareLinkBroken })
    expect(phase()).toBe('broken')
    expect(notices).toEqual([{ kind: 'error', text: null, detail: TEXTS.shareLinkBroken }])
  })

  test('SHR-09 a reply with neither message nor vehicles shows the toast Error', async () => {
    const { ports, notices, phase } = open()
    await ports.checkLink.latest().resolve({ kind: 'broken', message: null })
    expect(phase()).toBe('broken')
    expect(notices).toEqual([{ kind: 'error', text: 'shareError' }])
  })

  test('SHR-16 OPEN-42 a refused check is the banner, without a toast; trying again asks again', async () => {
    const { ports, notices, actor, phase } = open()
    await ports.checkLink.latest().reject(refused)
    expect([phase(), notices]).toEqual(['broken', []])
    actor.send({ type: 'share.retry' })
    await ports.checkLink.latest().resolve(openLink(5))
    expect(phase()).toBe('shown')
  })

  test('a server that is not reached says nothing of the link, and is asked again after 5 s', async () => {
    const { ports, clock, phase } = open()
    await ports.checkLink.latest().reject(away)
    expect(phase()).toBe('away')
    clock.increment(5_000)
    await ports.checkLink.latest().resolve(openLink(5))
    expect(phase()).toBe('shown')
  })

  test('SHR-10 ERROR in the stream shows the banner and closes the stream', async () => {
    const { ports, now, phase } = open()
    await ports.checkLink.latest().resolve(openLink(5))
    const stream = ports.followShared.latest()
    stream.emit({ type: 'share.ended' })
    expect([phase(), stream.isOpen(), selectFollowedId(now())]).toEqual(['broken', false, null])
    expect(ports.checkLink.calls, 'the only vehicle has left: the link is over').toHaveLength(1)
  })
})

describe('AC-07 while no vehicle is followed', () => {
  test('a stream of the link alone is open, and its ERROR is the banner at once', async () => {
    const { ports, phase } = open()
    await ports.checkLink.latest().resolve(openLink(5, 6))
    const stream = ports.watchLink.latest()
    expect(stream.isOpen()).toBe(true)
    stream.emit({ type: 'share.ended' })
    expect([phase(), stream.isOpen(), ports.checkLink.calls.length]).toEqual(['broken', false, 1])
  })

  test('there is never more than one stream: that of the followed vehicle takes its place', async () => {
    const { ports, actor } = open()
    const streams = () => [ports.watchLink.latest().isOpen(), ports.followShared.latest().isOpen()]
    await ports.checkLink.latest().resolve(openLink(5, 6))
    actor.send({ type: 'share.followed', vehicleId: 5 })
    expect(streams()).toEqual([false, true])
    actor.send({ type: 'share.left' })
    expect(streams()).toEqual([true, false])
    actor.send({ type: 'share.closed' })
    expect(streams()).toEqual([false, false])
  })
})

describe('SHR-10 OPEN-43 when the followed vehicle of several leaves the link', () => {
  /** A page that follows vehicle 5 of two, whose stream has sent ERROR. */
  const lose = async () => {
    const opened = open()
    const { ports, actor } = opened
    await ports.checkLink.latest().resolve(openLink(5, 6))
    actor.send({ type: 'share.followed', vehicleId: 5 })
    ports.followShared.latest().emit({ type: 'share.pointArrived', point: MODEL_SHARE_POINT })
    ports.followShared.latest().emit({ type: 'share.ended' })
    return opened
  }

  test('the page keeps what it shows until the link has been checked, and goes on with those that remain', async () => {
    const { ports, now, phase } = await lose()
    expect([phase(), selectFollowedId(now()), ports.checkLink.calls.length]).toEqual(['shown', 5, 2])
    expect(ports.followShared.latest().isOpen()).toBe(false)
    await ports.checkLink.latest().resolve(openLink(6, 7))
    expect([phase(), selectFollowedId(now()), selectSharePoint(now())]).toEqual(['shown', null, null])
  })

  test('the last one that remains is followed, as in a link with one vehicle', async () => {
    const { ports, now, phase } = await lose()
    await ports.checkLink.latest().resolve(openLink(6))
    expect([phase(), selectFollowedId(now()), selectSharePoint(now())]).toEqual(['shown', 6, null])
    ports.followShared.latest().emit({ type: 'share.ended' })
    expect(phase()).toBe('broken')
  })

  test('another one is followed meanwhile, and stays so', async () => {
    const { ports, actor, now } = await lose()
    actor.send({ type: 'share.followed', vehicleId: 6 })
    await ports.checkLink.latest().resolve(openLink(6))
    expect([selectFollowedId(now()), ports.followShared.latest().isOpen()]).toEqual([6, true])
  })

  test('AC-07 a link that is over is the banner; a server that is not reached says nothing of it', async () => {
    const over = await lose()
    await over.ports.checkLink.latest().resolve({ kind: 'broken', message: 'over' })
    expect([over.phase(), over.notices.length]).toEqual(['broken', 1])
    const barred = await lose()
    await barred.ports.checkLink.latest().reject(refused)
    expect([barred.phase(), barred.notices]).toEqual(['broken', []])
    const unreached = await lose()
    await unreached.ports.checkLink.latest().reject(away)
    expect(unreached.phase()).toBe('away')
  })

  test('a check that has dropped it already is no reason for the banner', async () => {
    const { ports, clock, actor, phase } = open()
    await ports.checkLink.latest().resolve(openLink(5, 6))
    actor.send({ type: 'share.followed', vehicleId: 5 })
    clock.increment(15_000)
    await ports.checkLink.latest().resolve(openLink(6))
    ports.followShared.latest().emit({ type: 'share.ended' })
    expect(phase()).toBe('shown')
  })
})

describe('while it is open', () => {
  test.each([
    ['SHR-16 a refused check', refused],
    ['a reply that cannot be read', { name: 'BadReply', message: '', retryAfterMs: null }],
    ['an unexpected error', new Error('unexpected')],
  ])('%s is the banner, as at the beginning', async (_name, failure) => {
    const { ports, clock, phase, notices } = open()
    await ports.checkLink.latest().resolve(openLink(5, 6))
    clock.increment(15_000)
    await ports.checkLink.latest().reject(failure)
    expect([phase(), notices]).toEqual(['broken', []])
  })

  test('it is checked every 15 s; a server that is not reached changes nothing, an ended link is the banner', async () => {
    const { ports, clock, now, phase, notices } = open()
    await ports.checkLink.latest().resolve(openLink(5, 6))
    clock.increment(15_000)
    await ports.checkLink.latest().reject(away)
    expect(phase()).toBe('shown')
    clock.increment(15_000)
    await ports.checkLink.latest().resolve(openLink(6))
    expect([selectSharedLink(now())?.vehicleIds, selectFollowedId(now())]).toEqual([[6], null])
    clock.increment(15_000)
    await ports.checkLink.latest().resolve({ kind: 'broken', message: 'over' })
    expect([phase(), notices.length]).toEqual(['broken', 1])
  })

  test('leaving the page ends the stream and forgets the link', async () => {
    const { ports, clock, actor, now, phase } = open()
    await ports.checkLink.latest().resolve(openLink(5))
    const stream = ports.followShared.latest()
    actor.send({ type: 'share.closed' })
    expect([phase(), stream.isOpen(), selectSharedLink(now())]).toEqual(['closed', false, null])
    clock.increment(60_000)
    expect(ports.checkLink.calls).toHaveLength(1)
  })
})
