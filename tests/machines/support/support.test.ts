import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { selectResponse } from '#src/machines/request/request.selectors.ts'
import { selectActing, selectUsers } from '#src/machines/support/support.selectors.ts'
import { createShellFixture } from '#tests/kit/machines/shell.fixture.ts'

const acting = {
  userId: 12,
  userName: 'ravi',
  timeZone: DEFAULT_TIME_ZONE,
  firstName: 'Ravi',
  role: 'MANAGER',
  companyName: 'Varunika Roadlines',
  endsAt: 1_800_000,
} as const
const away = Object.assign(new Error('not reached'), { name: 'NetworkFailure' })

const start = (wasActing: boolean) => {
  const { ports, machines } = createShellFixture()
  const clock = new SimulatedClock()
  const actor = createActor(machines.support, { clock, input: { wasActing } }).start()
  return { ports, clock, actor, acting: () => selectActing(actor.getSnapshot()) }
}

test('AC-14 a page opened as another user asks until it knows which user, and ends when its time is up', async () => {
  const page = start(true)
  for (let attempts = 1; attempts < 4; attempts += 1) {
    await page.ports.acting.latest().reject(away)
    expect(page.acting()).toBeNull()
    page.clock.increment(5000)
    expect(page.ports.acting.calls).toHaveLength(attempts + 1)
  }
  await page.ports.acting.latest().resolve({ acting, leftMs: 60_000 })
  expect(page.acting()).toEqual(acting)
  page.clock.increment(60_000)
  page.clock.increment(1000)
  expect(page.ports.startedAnew.done).toEqual([{ path: '/cssupport' }])
})

test('SHL-41 CST-09 SWITCH PROFILE ends the acting and, 1000 ms later, leads to the picker', async () => {
  const page = start(true)
  await page.ports.acting.latest().resolve({ acting, leftMs: 60_000 })
  page.actor.send({ type: 'support.switched' })
  expect(page.ports.endActing.calls).toHaveLength(1)
  page.clock.increment(999)
  expect([page.acting(), page.ports.startedAnew.done]).toEqual([acting, []])
  page.clock.increment(1)
  expect([page.acting(), page.ports.startedAnew.done]).toEqual([null, [{ path: '/cssupport' }]])
})

test('SHL-41 SWITCH PROFILE works while the server is unreachable', async () => {
  const page = start(true)
  await page.ports.acting.latest().reject(away)
  page.actor.send({ type: 'support.switched' })
  expect(page.ports.endActing.calls).toHaveLength(1)
  page.clock.increment(1000)
  expect(page.ports.startedAnew.done).toEqual([{ path: '/cssupport' }])
})

test('a page that acts for no user offers the choice at once, whatever the server answers', async () => {
  const page = start(false)
  await page.ports.acting.latest().reject(away)
  expect(page.actor.getSnapshot().value).toEqual({ choosing: 'role' })
})

test('OPEN-04 SES-34 a chosen role requests its users; once they are there the same role requests none, another does', async () => {
  const { actor, ports } = start(false)
  await ports.acting.latest().resolve(null)
  const users = () => {
    const query = selectUsers(actor.getSnapshot())
    return query === undefined ? undefined : selectResponse(query.getSnapshot())
  }
  actor.send({ type: 'support.roleChosen', role: 'MANAGER' })
  expect([ports.users.requested(), users()]).toEqual([[{ role: 'MANAGER' }], null])
  const manager = {
    userId: 5,
    userName: 'asha',
    firstName: 'Asha',
    role: 'MANAGER',
    companyName: 'Varunika Roadlines',
    mobileNumber: '',
    emailId: '',
  } as const
  await ports.users.answer([manager])
  actor.send({ type: 'support.roleChosen', role: 'MANAGER' })
  expect([ports.users.requested(), users()]).toEqual([[{ role: 'MANAGER' }], [manager]])
  actor.send({ type: 'support.roleChosen', role: 'CUSTOMER' })
  expect([ports.users.requested(), users()]).toEqual([[{ role: 'MANAGER' }, { role: 'CUSTOMER' }], null])
})

test('OPEN-04 Retry requests the users of the chosen role again', async () => {
  const { actor, ports } = start(false)
  await ports.acting.latest().resolve(null)
  actor.send({ type: 'support.roleChosen', role: 'MANAGER' })
  await ports.users.refuse(away)
  expect(ports.users.requested()).toHaveLength(1)
  actor.send({ type: 'support.retry' })
  expect(ports.users.requested()).toEqual(Array(2).fill({ role: 'MANAGER' }))
})
