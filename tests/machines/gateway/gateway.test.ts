import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Gateway } from '#contract/records/gateway.ts'
import { selectFailure, selectGateway, selectIsBusy } from '#src/machines/gateway/gateway.selectors.ts'
import { simulatedClock } from '#tests/kit/machines/controlled-ports.ts'
import { createShellFixture } from '#tests/kit/machines/shell.fixture.ts'

const away = { name: 'NetworkFailure', message: '', retryAfterMs: null }
const gateway = (madeAt: number | null): Gateway => ({
  madeAt,
  address: 'https://fleet.example/ingest/traccar',
  pending: [],
  accepted: [],
  registrations: [],
})

const open = () => {
  const { ports, machines } = createShellFixture()
  const clock = simulatedClock()
  const settings = createActor(machines.settings, { input: { role: 'CUSTOMERADMIN' }, clock }).start()
  settings.send({ type: 'settings.opened' })
  settings.send({ type: 'settings.tabChosen', tab: 'gateway' })
  const actor = settings.getSnapshot().children.gateway
  if (actor === undefined) throw new Error('The gateway is not running.')
  return { ports, clock, settings, actor, now: () => actor.getSnapshot() }
}

test('OWN-03 devices are read again every 15 s, without a word of it, until the tab is left', async () => {
  const { ports, clock, settings, now } = open()
  const reads = ports.readGateway.calls
  expect(ports.readGateway.latest().input).toEqual({ isPolled: false })
  await ports.readGateway.latest().resolve(gateway(null))
  clock.increment(14_999)
  expect(reads).toHaveLength(1)
  clock.increment(1)
  expect(ports.readGateway.latest().input).toEqual({ isPolled: true })
  expect(selectIsBusy(now())).toBe(false)
  await ports.readGateway.latest().reject(away)
  expect([selectGateway(now()), selectFailure(now())]).toEqual([gateway(null), null])
  clock.increment(15_000)
  await ports.readGateway.latest().resolve(gateway(5))
  expect(selectGateway(now())).toEqual(gateway(5))
  expect(reads).toHaveLength(3)
  settings.send({ type: 'settings.closed' })
  clock.increment(60_000)
  expect(reads).toHaveLength(3)
})

test('OWN-03 a question ends the read under way; a refused change stays said, an unread list does not', async () => {
  const { ports, clock, actor, now } = open()
  await ports.readGateway.latest().reject(away)
  expect(selectFailure(now())).not.toBeNull()
  clock.increment(15_000)
  await ports.readGateway.latest().resolve(gateway(5))
  expect(selectFailure(now())).toBeNull()
  clock.increment(15_000)
  const read = ports.readGateway.latest()
  actor.send({ type: 'gateway.revokePressed' })
  expect(read.signal.aborted).toBe(true)
  actor.send({ type: 'gateway.cancelled' })
  actor.send({ type: 'gateway.makePressed' })
  await ports.changeGateway.latest().reject(away)
  clock.increment(15_000)
  await ports.readGateway.latest().resolve(gateway(6))
  expect(selectFailure(now())).not.toBeNull()
})

test('OWN-03 a shown key goes when somebody else revokes or replaces it', async () => {
  const shown = async () => {
    const opened = open()
    await opened.ports.readGateway.latest().resolve(gateway(null))
    opened.actor.send({ type: 'gateway.makePressed' })
    await opened.ports.changeGateway.latest().resolve({ gateway: gateway(5), gatewayKey: 'not a real one' })
    return opened
  }
  for (const [madeAt, key] of [
    [5, 'not a real one'],
    [null, null],
    [6, null],
  ] as const) {
    const { ports, clock, now } = await shown()
    clock.increment(15_000)
    await ports.readGateway.latest().resolve(gateway(madeAt))
    expect(now().context.gatewayKey).toBe(key)
  }
})
