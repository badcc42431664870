import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { SessionUser } from '#contract/records/session.ts'
import { ROLES, type Role } from '#contract/roles.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { choosesDataOwner } from '#src/machines/app/visitor.logic.ts'
import { fleetMachine } from '#src/machines/fleet/fleet.machine.ts'
import type {
  FleetStreamEvent,
  ListRequest,
  ListSummary,
  RefreshDueEvent,
} from '#src/machines/fleet/fleet.ports.ts'
import { selectMustChoose, selectSupportView, selectTrips } from '#src/machines/fleet/fleet.selectors.ts'
import {
  selectCompanies,
  selectCompanyId,
  selectCompanyUsers,
  selectUserId,
} from '#src/machines/support/support-view.selectors.ts'
import { filtered } from '#tests/kit/builders/list-requests.ts'
import { controlledEvents, controlledPromise, simulatedClock } from '#tests/kit/machines/controlled-ports.ts'
import { createSupportViewFixture } from '#tests/kit/machines/shell.fixture.ts'

const COMPANIES = [
  { companyId: 3, companyName: 'Deccan Cargo', timeZone: DEFAULT_TIME_ZONE },
  { companyId: 4, companyName: 'Varunika Roadlines', timeZone: 'Europe/Berlin' },
]
const USERS = [{ userId: 5, userName: 'manager', role: 'MANAGER' }] as const
const counts = { RUNNING: 1, IDLING: 0, STOPPED: 0, KEYON: 0, OFFLINE: 0 }
const away = Object.assign(new Error('not reached'), { name: 'NetworkFailure' })

type View = Parameters<typeof selectCompanies>[0]
const companiesOf = (view: View) => selectCompanies(view)?.getSnapshot().context.response
const usersOf = (view: View) => selectCompanyUsers(view)?.getSnapshot().context.response
const failureOf = (query: ReturnType<typeof selectCompanies> | ReturnType<typeof selectCompanyUsers>) =>
  query?.getSnapshot().context.failure

const startMap = (role: Role = 'ANALYTICSUSER', isOffered = true) => {
  const list = controlledPromise<ListSummary, ListRequest>()
  const { companies, companyUsers, machine } = createSupportViewFixture()
  const clock = simulatedClock()
  const fleet = createActor(
    fleetMachine.provide({
      actors: {
        loadList: list.logic,
        fleetStream: controlledEvents<FleetStreamEvent>().logic,
        refreshRate: controlledEvents<RefreshDueEvent>().logic,
        supportView: machine,
      },
    }),
    { input: { role, choosesDataOwner: isOffered, timeZone: DEFAULT_TIME_ZONE }, clock },
  )
  fleet.start()
  fleet.send({ type: 'map.opened' })
  const view = selectSupportView(fleet.getSnapshot())
  if (view === undefined) throw new Error('The support view is not there.')
  return { fleet, list, companies, users: companyUsers, view, clock, now: () => view.getSnapshot() }
}

const startChosen = async () => {
  const map = startMap()
  await map.companies.answer(COMPANIES)
  map.view.send({ type: 'supportView.companyChosen', company: { companyId: 4, timeZone: 'Europe/Berlin' } })
  await map.users.answer(USERS)
  return map
}

describe('OPEN-77 the support view', () => {
  test('SHL-57 SHL-58 is for roles without the customer view, and for one configured member of staff', () => {
    const user = (role: Role): SessionUser => ({
      id: 7,
      roles: [role],
      firstName: '',
      alphaAccess: true,
      timeZone: DEFAULT_TIME_ZONE,
      betaAccess: true,
    })
    const having = (supportViewUserId: string) =>
      ROLES.filter((role) =>
        choosesDataOwner({
          user: user(role),
          actingRole: null,
          uiType: 'beta',
          supportViewUserId,
          isLabOpen: false,
        }),
      )
    expect(having('')).toEqual(['ROOTADMIN', 'ANALYTICSUSER'])
    expect(having('7')).toEqual(['ROOTADMIN', 'SUPERADMIN', 'ANALYTICSUSER', 'SUPPORT'])
  })

  test('requests the companies when the map opens, and for no other role', async () => {
    const { companies, users, now } = startMap()
    await companies.answer(COMPANIES)
    expect(companiesOf(now())).toEqual(COMPANIES)
    expect(users.requested()).toEqual([])
    expect(startMap('MANAGER', false).companies.requested()).toHaveLength(0)
  })

  test('a company narrows the map to its vehicles and loads its users', async () => {
    const { list, users, view, now, companies } = startMap()
    expect(list.latest().input).toEqual({ kind: 'default' })
    await companies.answer(COMPANIES)
    view.send({ type: 'supportView.companyChosen', company: { companyId: 4, timeZone: 'Europe/Berlin' } })
    expect(list.latest().input).toEqual(filtered({ companyIds: [4], userIds: [] }))
    expect(users.requested()).toEqual([{ companyId: 4 }])
    await users.answer(USERS)
    expect(usersOf(now())).toEqual(USERS)
  })

  test('a user narrows it further; clearing the user restores the company, clearing the company restores everything', async () => {
    const { list, view, now } = await startChosen()
    view.send({ type: 'supportView.userChosen', userId: 5 })
    expect(list.latest().input).toEqual(filtered({ companyIds: [4], userIds: [5] }))
    expect(selectUserId(now())).toBe(5)
    view.send({ type: 'supportView.userChosen', userId: null })
    expect(list.latest().input).toEqual(filtered({ companyIds: [4], userIds: [] }))
    view.send({ type: 'supportView.companyChosen', company: null })
    expect(list.latest().input).toEqual({ kind: 'default' })
    expect([selectCompanyId(now()), selectUserId(now())]).toEqual([null, null])
  })

  test('another company clears the user of the first', async () => {
    const { list, view, now } = await startChosen()
    view.send({ type: 'supportView.userChosen', userId: 5 })
    view.send({ type: 'supportView.companyChosen', company: { companyId: 3, timeZone: 'Europe/Berlin' } })
    expect(list.latest().input).toEqual(filtered({ companyIds: [3], userIds: [] }))
    expect([selectUserId(now()), usersOf(now())]).toEqual([null, null])
  })

  test('OPEN-77 the trips tab receives the owner of the vehicles on the map, also when the map is reopened', async () => {
    const { fleet, view } = await startChosen()
    view.send({ type: 'supportView.userChosen', userId: 5 })
    const dataOwner = () => selectTrips(fleet.getSnapshot())?.getSnapshot().context.dataOwner
    expect(dataOwner()).toEqual({ companyId: 4, userId: 5, timeZone: 'Europe/Berlin' })
    fleet.send({ type: 'map.closed' })
    fleet.send({ type: 'map.opened' })
    expect(dataOwner()).toEqual({ companyId: 4, userId: 5, timeZone: 'Europe/Berlin' })
  })

  test('chips and show-all stay within the choice, also when the list is reloaded', async () => {
    const { fleet, list, view } = await startChosen()
    view.send({ type: 'supportView.userChosen', userId: 5 })
    await list.latest().resolve({ shown: 1, counts })
    fleet.send({ type: 'chip.pressed', status: 'IDLE' })
    expect(list.latest().input).toEqual(filtered({ status: 'IDLE', companyIds: [4], userIds: [5] }))
    fleet.send({ type: 'showAll.pressed' })
    expect(list.latest().input).toEqual(filtered({ companyIds: [4], userIds: [5] }))
  })

  test('the choice survives reopening the map', async () => {
    const { fleet, list, companies } = await startChosen()
    fleet.send({ type: 'map.closed' })
    fleet.send({ type: 'map.opened' })
    expect(list.latest().input).toEqual(filtered({ companyIds: [4], userIds: [] }))
    expect(companies.requested()).toHaveLength(1)
  })

  test('CONFLICT-35 a company counts as a choice for roles that load nothing before choosing', async () => {
    const { fleet, list, companies, view } = startMap('SUPPORT')
    expect(list.calls).toHaveLength(0)
    await companies.answer(COMPANIES)
    view.send({ type: 'supportView.companyChosen', company: { companyId: 3, timeZone: 'Europe/Berlin' } })
    expect(selectMustChoose(fleet.getSnapshot())).toBe(false)
    expect(list.calls).toHaveLength(1)
  })

  test('names that fail to load are requested again on demand', async () => {
    const { companies, users, view, now } = startMap()
    await companies.refuse(away)
    expect(failureOf(selectCompanies(now()))).toMatchObject({ kind: 'away' })
    view.send({ type: 'supportView.retry' })
    await companies.answer(COMPANIES)
    view.send({ type: 'supportView.companyChosen', company: { companyId: 4, timeZone: 'Europe/Berlin' } })
    await users.refuse(away)
    expect(failureOf(selectCompanyUsers(now()))).toMatchObject({ kind: 'away' })
    view.send({ type: 'supportView.retry' })
    await users.answer(USERS)
    expect(usersOf(now())).toEqual(USERS)
  })

  test('SES-34 loaded companies are not requested again', async () => {
    const { companies, view } = await startChosen()
    view.send({ type: 'supportView.retry' })
    expect(companies.requested()).toHaveLength(1)
  })
})
