import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { ROLES, type Role } from '#contract/roles.ts'
import { selectShownDtcs } from '#src/machines/health/dtc-popup.selectors.ts'
import type { LiveDtcCounts } from '#src/machines/health/health.ports.ts'
import { createShellFixture } from '#tests/kit/machines/shell.fixture.ts'

const SOME: LiveDtcCounts = { counts: { high: 1, medium: 2, low: 0 }, vehicles: 2 }
const NONE: LiveDtcCounts = { counts: { high: 0, medium: 0, low: 0 }, vehicles: 0 }

const start = (role: Role = 'CUSTOMER') => {
  const { ports, machines } = createShellFixture()
  const actor = createActor(machines.dtcPopup, { input: { role } }).start()
  const shown = () => selectShownDtcs(actor.getSnapshot())
  return { ports, actor, shown }
}

describe('the DTC popup', () => {
  test('HLT-04 OPEN-45 SES-14 shows the counts once after a login, then the flag is cleared', async () => {
    const { ports, actor, shown } = start()
    await ports.dtcFlag.latest().resolve(true)
    expect(ports.dtcFlagCleared.done).toHaveLength(0)
    await ports.dtcCounts.latest().resolve(SOME)
    expect(shown()).toEqual(SOME)
    expect(ports.dtcFlagCleared.done).toHaveLength(1)
    actor.send({ type: 'dtcPopup.dismissed' })
    expect(shown()).toBeNull()
  })

  test('HLT-04 without the flag, as after a reload, it asks for nothing', async () => {
    const { ports, shown } = start()
    await ports.dtcFlag.latest().resolve(false)
    expect([ports.dtcCounts.calls.length, shown()]).toEqual([0, null])
  })

  test('OPEN-45 with no codes it shows nothing, and clears the flag', async () => {
    const { ports, shown } = start()
    await ports.dtcFlag.latest().resolve(true)
    await ports.dtcCounts.latest().resolve(NONE)
    expect([ports.dtcFlagCleared.done.length, shown()]).toEqual([1, null])
  })

  test('codes that cannot be read leave the flag for the next start of the page', async () => {
    const { ports, shown } = start()
    await ports.dtcFlag.latest().resolve(true)
    await ports.dtcCounts.latest().reject({ name: 'NetworkFailure', message: 'not reached' })
    expect([ports.dtcFlagCleared.done.length, shown()]).toEqual([0, null])
  })

  test('it leads to fleet health', async () => {
    const { ports, actor, shown } = start()
    await ports.dtcFlag.latest().resolve(true)
    await ports.dtcCounts.latest().resolve(SOME)
    actor.send({ type: 'dtcPopup.followed' })
    expect([ports.dtcFollowed.done, shown()]).toEqual([[{ path: '/fleet-health' }], null])
  })

  test.each(ROLES)('OPEN-04 a %s is asked about only if the role sees trucks by itself', async (role) => {
    const { ports, shown } = start(role)
    await ports.dtcFlag.latest().resolve(true)
    expect(ports.dtcCounts.calls).toHaveLength(role === 'CONFIG MANAGER' || role === 'CSSUPPORT' ? 0 : 1)
    expect(shown()).toBeNull()
  })
})
