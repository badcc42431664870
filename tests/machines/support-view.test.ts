import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { SessionUser } from '#contract/records/session.ts'
import { ROLES, type Role } from '#contract/roles.ts'
import { choosesWhose } from '#src/machines/app/visitor.ts'
import type { ListRequest } from '#src/machines/fleet/fleet.logic.ts'
import {
  type FleetStreamFact,
  fleetMachine,
  type ListSummary,
  type RefreshFact,
} from '#src/machines/fleet/fleet.machine.ts'
import { selectMustChoose, selectSupportView } from '#src/machines/fleet/fleet.selectors.ts'
import {
  selectCanChooseCompany,
  selectCanChooseUser,
  selectCompanies,
  selectCompanyId,
  selectCompanyUsers,
  selectNamesFailure,
  selectUserId,
} from '#src/machines/support-view/support-view.selectors.ts'
import { eventsByHand, promiseByHand } from '#tests/kit/machine-ports.ts'
import { supportViewByHand } from '#tests/kit/shell-machines.ts'

const COMPANIES = [
  { companyId: 3, companyName: 'Deccan Cargo' },
  { companyId: 4, companyName: 'Varunika Roadlines' },
]
const USERS = [{ userId: 5, userName: 'manager', role: 'MANAGER' }] as const
const counts = { RUNNING: 1, IDLING: 0, STOPPED: 0, KEYON: 0, OFFLINE: 0 }
const away = Object.assign(new Error('not reached'), { name: 'NetworkFailure' })

const startMap = (role: Role = 'ANALYTICSUSER', isOffered = true) => {
  const list = promiseByHand<ListSummary, ListRequest>()
  const { companies, companyUsers, machine } = supportViewByHand()
  const fleet = createActor(
    fleetMachine.provide({
      actors: {
        loadList: list.logic,
        fleetStream: eventsByHand<FleetStreamFact>().logic,
        refreshRate: eventsByHand<RefreshFact>().logic,
        supportView: machine,
      },
    }),
    { input: { role, choosesWhose: isOffered } },
  )
  fleet.start()
  fleet.send({ type: 'map.opened' })
  const view = selectSupportView(fleet.getSnapshot())
  if (view === undefined) throw new Error('The support view is not there.')
  return { fleet, list, companies, users: companyUsers, view, now: () => view.getSnapshot() }
}

const startChosen = async () => {
  const map = startMap()
  await map.companies.latest().resolve(COMPANIES)
  map.view.send({ type: 'supportView.companyChosen', companyId: 4 })
  await map.users.latest().resolve(USERS)
  return map
}

describe('OPEN-77 the support view', () => {
  test('SHL-57 SHL-58 is for the roles without the customer view, and for one member of staff by configuration', () => {
    const user = (role: Role): SessionUser => ({
      id: 7,
      roles: [role],
      firstName: '',
      alphaAccess: true,
      betaAccess: true,
    })
    const having = (supportViewUserId: string) =>
      ROLES.filter((role) =>
        choosesWhose({
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

  test('asks for the companies when the map opens, and never for anybody else', async () => {
    const { companies, now } = startMap()
    await companies.latest().resolve(COMPANIES)
    expect(selectCompanies(now())).toEqual(COMPANIES)
    expect(selectCanChooseCompany(now())).toBe(true)
    expect(selectCanChooseUser(now())).toBe(false)
    expect(startMap('MANAGER', false).companies.calls).toHaveLength(0)
  })

  test('a company narrows the map to its vehicles and brings its users', async () => {
    const { list, users, view, now, companies } = startMap()
    expect(list.latest().input).toEqual({ kind: 'default' })
    await companies.latest().resolve(COMPANIES)
    view.send({ type: 'supportView.companyChosen', companyId: 4 })
    expect(list.latest().input).toEqual({ kind: 'whose', status: '', companyId: 4, userId: null })
    expect(users.latest().input).toEqual({ companyId: 4 })
    await users.latest().resolve(USERS)
    expect(selectCompanyUsers(now())).toEqual(USERS)
    expect(selectCanChooseUser(now())).toBe(true)
  })

  test('a user narrows it further; taking the user back shows the company, taking the company back everything', async () => {
    const { list, view, now } = await startChosen()
    view.send({ type: 'supportView.userChosen', userId: 5 })
    expect(list.latest().input).toEqual({ kind: 'whose', status: '', companyId: 4, userId: 5 })
    expect(selectUserId(now())).toBe(5)
    view.send({ type: 'supportView.userChosen', userId: null })
    expect(list.latest().input).toEqual({ kind: 'whose', status: '', companyId: 4, userId: null })
    view.send({ type: 'supportView.companyChosen', companyId: null })
    expect(list.latest().input).toEqual({ kind: 'default' })
    expect([selectCompanyId(now()), selectCompanyUsers(now())]).toEqual([null, []])
  })

  test('another company forgets the user of the first', async () => {
    const { list, view, now } = await startChosen()
    view.send({ type: 'supportView.userChosen', userId: 5 })
    view.send({ type: 'supportView.companyChosen', companyId: 3 })
    expect(list.latest().input).toEqual({ kind: 'whose', status: '', companyId: 3, userId: null })
    expect([selectUserId(now()), selectCanChooseUser(now())]).toEqual([null, false])
  })

  test('chips and show-all stay within the choice, also when the list is loaded again', async () => {
    const { fleet, list, view } = await startChosen()
    view.send({ type: 'supportView.userChosen', userId: 5 })
    await list.latest().resolve({ shown: 1, counts })
    fleet.send({ type: 'chip.pressed', status: 'IDLE' })
    expect(list.latest().input).toEqual({ kind: 'whose', status: 'IDLE', companyId: 4, userId: 5 })
    fleet.send({ type: 'showAll.pressed' })
    expect(list.latest().input).toEqual({ kind: 'whose', status: '', companyId: 4, userId: 5 })
  })

  test('the choice is still there when the map is opened again', async () => {
    const { fleet, list, companies } = await startChosen()
    fleet.send({ type: 'map.closed' })
    fleet.send({ type: 'map.opened' })
    expect(list.latest().input).toEqual({ kind: 'whose', status: '', companyId: 4, userId: null })
    expect(companies.calls).toHaveLength(1)
  })

  test('CONFLICT-35 a company counts as a choice where nothing is loaded before one', async () => {
    const { fleet, list, companies, view } = startMap('SUPPORT')
    expect(list.calls).toHaveLength(0)
    await companies.latest().resolve(COMPANIES)
    view.send({ type: 'supportView.companyChosen', companyId: 3 })
    expect(selectMustChoose(fleet.getSnapshot())).toBe(false)
    expect(list.calls).toHaveLength(1)
  })

  test('names that could not be loaded come with another try', async () => {
    const { companies, users, view, now } = startMap()
    await companies.latest().reject(away)
    expect(selectNamesFailure(now())).toMatchObject({ kind: 'away' })
    view.send({ type: 'supportView.retry' })
    await companies.latest().resolve(COMPANIES)
    expect(selectNamesFailure(now())).toBeNull()
    view.send({ type: 'supportView.companyChosen', companyId: 4 })
    await users.latest().reject(away)
    expect(selectNamesFailure(now())).toMatchObject({ kind: 'away' })
    view.send({ type: 'supportView.retry' })
    await users.latest().resolve(USERS)
    expect(selectNamesFailure(now())).toBeNull()
    expect(selectCanChooseUser(now())).toBe(true)
  })
})
