// @vitest-environment jsdom
import { NEVER, of } from 'rxjs'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type AnyActorLogic, type AnyStateMachine, createActor, fromCallback, waitFor } from 'xstate'
import type { Call } from '#contract/calls/call.ts'
import { SELECTION } from '#contract/constants.ts'
import { MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import type { groupsRequest } from '#src/machines/fleet-filter/fleet-filter.machine.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { createDashboardFigures } from '#src/services/dashboard/dashboard-figures.ts'
import { createReportOwners } from '#src/services/fleet-filter/report-owners.ts'
import { NetworkFailure } from '#src/services/http/failures.ts'
import type { Http } from '#src/services/http/http.ts'
import { createPickedFiles } from '#src/services/import/picked-files.ts'
import { VEHICLE_SELECTION } from '#src/texts/en/fleet-filter.ts'
import { wireAlertList } from '#src/wiring/alerts.ts'
import { wireFleet } from '#src/wiring/fleet.ts'
import { wireFleetFilter, wireVehicleSelection } from '#src/wiring/fleet-filter.ts'
import { wireGateway } from '#src/wiring/gateway.ts'
import { wireGeofences } from '#src/wiring/geofences.ts'
import { wireHealth } from '#src/wiring/health.ts'
import { wireManual } from '#src/wiring/help.ts'
import { wireMaintenance } from '#src/wiring/maintenance.ts'
import type { MapServices } from '#src/wiring/member.ts'
import { wirePayment } from '#src/wiring/payment.ts'
import { wirePlayback } from '#src/wiring/playback.ts'
import { wireProfile } from '#src/wiring/profile.ts'
import type { Page, Services } from '#src/wiring/services.ts'
import { type Member, wireRecovery, wireSession } from '#src/wiring/session.ts'
import { wireSettings } from '#src/wiring/settings.ts'
import { wireSupport } from '#src/wiring/support.ts'
import { wireSupportChanges } from '#src/wiring/support-changes.ts'
import { wireSupportView } from '#src/wiring/support-view.ts'
import { wireTicker } from '#src/wiring/ticker.ts'
import { wireTickerEditor } from '#src/wiring/ticker-editor.ts'
import { wireTrips } from '#src/wiring/trips.ts'

/** The logic behind a machine's port, or behind one of a machine below it. */
const portOf = (machine: AnyStateMachine, path: string): AnyActorLogic => {
  const [name = '', ...below] = path.split('.')
  const logic = machine.implementations.actors[name]
  if (logic === undefined || typeof logic === 'string') throw new Error(`There is no port '${name}'.`)
  return below.length === 0 ? (logic as AnyActorLogic) : portOf(logic as AnyStateMachine, below.join('.'))
}

/** Runs a port's logic to its end. */
const run = (machine: AnyStateMachine, path: string, input?: unknown) =>
  new Promise<unknown>((resolve, reject) => {
    const actor = createActor(portOf(machine, path), { input })
    actor.subscribe({ error: reject, complete: () => resolve(actor.getSnapshot().output) })
    actor.start()
  })

/** The types of the events that a port's stream sends before it ends. */
const sentBy = (machine: AnyStateMachine, path: string, input?: unknown) =>
  new Promise<readonly string[]>((resolve) => {
    const types: string[] = []
    const parent = createActor(fromCallback(({ receive }) => receive(({ type }) => types.push(type)))).start()
    const actor = createActor(portOf(machine, path), { input, parent } as never)
    actor.subscribe({ complete: () => resolve(types.filter((type) => !type.startsWith('xstate.'))) })
    actor.start()
  })

const act = (machine: AnyStateMachine, name: string, params: unknown) => {
  const action = machine.implementations.actions[name]
  if (typeof action !== 'function') throw new Error(`There is no action '${name}'.`)
  return (action as (args: unknown, params: unknown) => void)({}, params)
}

/** Services that record what they are asked for. `answers` are replies by the id of their call. */
const fixture = (answers: Readonly<Record<string, unknown>> = {}) => {
  const done: unknown[] = []
  const record =
    (name: string, answer?: unknown) =>
    (...args: unknown[]) => {
      done.push([name, ...args.filter((arg) => !(arg instanceof AbortSignal))])
      return answer
    }
  const http = {
    call: async ({ id }: Call, input: unknown) => record(id, answers[id] ?? {})(input),
    send: async ({ id }: Call, input: unknown) => ({
      kind: 'body',
      body: record(id, answers[id] ?? {})(input),
      sentAt: 0,
    }),
  } as unknown as Http
  const notices: Notice[] = []
  const page = { window, notify: (notice) => notices.push(notice) } as Page
  return { done, record, http, page, notices, recordId: () => 7 }
}

const NOTICE: Notice = { kind: 'success', text: null, detail: 'Done.' }

test('geofences: every port makes its call for the user whose record is shown', async () => {
  const { done, http, page, notices, recordId } = fixture({
    geofenceList: { geofences: ['fence'] },
    getVehicleIds: { vehicles: [] },
    getGroups: { groups: [] },
    fleetRegions: { regions: [] },
    deleteGeofences: { message: 'Deleted.' },
  })
  const commands: unknown[] = []
  const machine = wireGeofences({ http, recordId, pickedFiles: createPickedFiles() }, page, (to) =>
    commands.push(to),
  )
  expect(await run(machine, 'loadFences')).toEqual(['fence'])
  await run(machine, 'loadChoices')
  await run(machine, 'openFence', { geoFenceId: 3 })
  expect(await run(machine, 'deleteFence', { geoFenceId: 3 })).toBe('Deleted.')
  expect(done).toEqual([
    ['geofenceList', { query: { userId: 7, shapes: 'true' } }],
    ['getVehicleIds', {}],
    ['getGroups', { query: { userId: 7 } }],
    ['fleetRegions', { query: { userId: 7 } }],
    ['geofenceEditDetails', { query: { userId: 7, geoFenceId: 3 } }],
    ['deleteGeofences', { body: { geoFenceIdList: [3] } }],
  ])
  act(machine, 'notify', NOTICE)
  expect(notices).toEqual([NOTICE])
  act(machine, 'commandDrawTool', { to: 'finish' })
  expect(commands).toEqual(['finish'])
})

/** What the machine of a query keeps of the reply. */
const load = async (query: AnyActorLogic, input: object = {}) => {
  const actor = createActor(query as typeof groupsRequest).start()
  actor.send({ type: 'request.load', input })
  const { context } = await waitFor(actor, (snapshot) => snapshot.context.response !== null)
  actor.stop()
  return context.response
}

const GROUP = { groupId: 1, groupName: 'North', vehicles: [] }
const REGION = { regionId: 2, regionName: 'South', vehicles: [] }

test('the filters list groups and regions without their vehicles, and warn of a selection', async () => {
  const { done, http, page, notices, recordId, record } = fixture({
    fleetGroups: { groups: [GROUP] },
    fleetRegions: { regions: [REGION] },
  })
  const filters = wireFleetFilter({ http, recordId })
  expect(await load(portOf(filters, 'groups'))).toEqual([{ groupId: 1, groupName: 'North' }])
  expect(await load(portOf(filters, 'regions'))).toEqual([{ regionId: 2, regionName: 'South' }])
  const selection = wireVehicleSelection({ load: record('options') as () => Promise<void> }, page.notify)
  await run(selection, 'loadOptions')
  act(selection, 'warn', { why: 'tooMany' })
  expect(done).toEqual([
    ['fleetGroups', { query: { userId: 7 } }],
    ['fleetRegions', { query: { userId: 7 } }],
    ['options'],
  ])
  expect(notices).toEqual([
    { kind: 'warning', text: null, detail: VEHICLE_SELECTION.tooMany({ most: SELECTION.max }) },
  ])
})

test('the support view lists companies and the users of one, the profile the own record', async () => {
  const user = { userId: 5, userName: 'ravi', role: 'MANAGER' }
  const { done, http, recordId } = fixture({
    getCompanies: { companies: ['company'] },
    getCustomerByCompany: { users: [{ ...user, emailId: 'ravi@varunika.example' }] },
    userDetail: { userId: 7 },
  })
  const view = wireSupportView({ http })
  expect(await load(portOf(view, 'companies'))).toEqual(['company'])
  expect(await load(portOf(view, 'users'), { companyId: 3 })).toEqual([user])
  expect(await load(wireProfile({ http, recordId } as unknown as Services))).toEqual({ userId: 7 })
  expect(done).toEqual([
    ['getCompanies', {}],
    ['getCustomerByCompany', { query: { companyId: 3 } }],
    ['userDetail', { query: { userId: 7 } }],
  ])
})

test('what support did is read from the newest on, and from an older change on', async () => {
  const list = { changes: [], total: 0 }
  const { done, http } = fixture({ supportChanges: list })
  const machine = wireSupportChanges({ http })
  expect(await load(machine, { before: null })).toEqual(list)
  await load(machine, { before: 5 })
  expect(done).toEqual([
    ['supportChanges', { query: {} }],
    ['supportChanges', { query: { before: 5 } }],
  ])
})

test('support lists the users of a role, begins, restores and ends acting, and starts the page anew', async () => {
  const acting = { userId: 5, userName: 'ravi', role: 'MANAGER', endsAt: 1000 }
  const { done, http, record } = fixture({
    getRolesBasedUserList: { users: ['user'] },
    beginActing: acting,
    currentActing: { acting },
  })
  const stored = new Map<string, string>()
  const storage = {
    getText: (key: string) => stored.get(key) ?? null,
    setText: (key: string, value: string) => stored.set(key, value),
    remove: (keys: readonly string[]) => keys.map((key) => stored.delete(key)),
  }
  const services = { http, storage, startAnew: record('startAnew') } as unknown as Services
  const machine = wireSupport(services)
  expect(await load(portOf(machine, 'users'), { role: 'MANAGER' })).toEqual(['user'])
  expect(await run(machine, 'begin', { userId: 5, role: 'MANAGER', reason: 'Ticket 4711' })).toMatchObject({
    acting,
  })
  expect(await run(machine, 'restore')).toMatchObject({ acting })
  await run(machine, 'end')
  act(machine, 'startAnew', { path: '/cssupport' })
  expect(done).toEqual([
    ['getRolesBasedUserList', { query: { role: 'MANAGER' } }],
    ['beginActing', { body: { userId: 5, role: 'MANAGER', reason: 'Ticket 4711' } }],
    ['currentActing', { isPolled: true }],
    ['endActing', {}],
    ['startAnew', '/cssupport'],
  ])
  expect([...stored]).toEqual([])
})

type SettingsServices = Parameters<typeof wireSettings>[0]

test('the settings change the password, list and open stored mails, and send what was not delivered again', async () => {
  const { done, http, page, notices } = fixture({
    changePassword: { message: 'Changed.' },
    tickerMessages: { messages: ['message'] },
    acknowledgeTickerMessages: { acknowledged: [3] },
    mailOutbox: { mails: ['head'] },
    mailMessage: { mailId: 4 },
    alertDeliveries: { deliveries: ['delivery'], total: 1 },
    retryAlertDeliveries: { retried: 2 },
  })
  const storage = { get: () => null }
  const machine = wireSettings({ http, storage } as unknown as SettingsServices, page)
  const body = { currentPassword: 'old', newPassword: 'new' }
  expect(await run(machine, 'changePassword', body)).toBe('Changed.')
  expect(await run(machine, 'outbox.loadMails')).toEqual(['head'])
  expect(await run(machine, 'outbox.loadMail', { mailId: 4 })).toEqual({ mailId: 4 })
  expect(await run(machine, 'undelivered.loadUndelivered')).toEqual({ deliveries: ['delivery'], total: 1 })
  expect(await run(machine, 'undelivered.sendAgain', { deliveryIds: [7, 8] })).toBe(2)
  expect(await run(machine, 'editor.loadMessages')).toEqual(['message'])
  act(machine, 'notify', NOTICE)
  expect(done).toEqual([
    ['changePassword', { body }],
    ['mailOutbox', {}],
    ['mailMessage', { params: { mailId: 4 } }],
    ['alertDeliveries', {}],
    ['retryAlertDeliveries', { body: { deliveryIds: [7, 8] } }],
    ['tickerMessages', { isPolled: false }],
  ])
  expect(notices).toEqual([NOTICE])
})

test('ADM-09 ADM-10 the alert settings and preferences are read, changed and back-tested', async () => {
  const choice = { selected: true, value: 60 }
  const configured = { id: 'overspeedAlert', type: 'OVERSPEED', title: 'Overspeed', ...choice }
  const { done, http, page, notices, recordId } = fixture({
    getAlertConfiguration: { settings: [configured] },
    setAlertConfiguration: { settings: [configured], message: 'Saved.' },
    getUserAlertPreference: { idleEmail: true },
    setUserAlertPreference: { preferences: { idleEmail: false }, message: 'Kept.' },
    getScoredAlerts: { scoredAlerts: { IDLING: true } },
    setScoredAlerts: { scoredAlerts: { IDLING: false }, message: 'Chosen.' },
    alertBackTest: 'counts',
    userDetail: { userId: 7 },
  })
  const services = { http, recordId } as unknown as SettingsServices
  const machine = wireSettings(services, page)
  const values = { overspeedAlert: choice }
  expect(await run(machine, 'alertSettings.loadValues')).toEqual(values)
  const saved = await run(machine, 'alertSettings.saveChanges', { changes: values })
  expect(saved).toEqual({ values, message: 'Saved.' })
  expect(await run(machine, 'alertPreferences.loadValues')).toEqual({ idleEmail: true })
  const kept = await run(machine, 'alertPreferences.saveChanges', { changes: { idleEmail: false } })
  expect(kept).toEqual({ values: { idleEmail: false }, message: 'Kept.' })
  expect(await run(machine, 'scoredAlerts.loadValues')).toEqual({ IDLING: true })
  const chosen = await run(machine, 'scoredAlerts.saveChanges', { changes: { IDLING: false } })
  expect(chosen).toEqual({ values: { IDLING: false }, message: 'Chosen.' })
  expect(await run(machine, 'backTest.runBackTest', { setting: 'overspeedAlert' })).toBe('counts')
  expect(await load(portOf(machine, 'contact'))).toEqual({ userId: 7 })
  act(portOf(machine, 'alertSettings') as AnyStateMachine, 'notify', NOTICE)
  act(portOf(machine, 'alertPreferences') as AnyStateMachine, 'notify', NOTICE)
  act(portOf(machine, 'scoredAlerts') as AnyStateMachine, 'notify', NOTICE)
  expect(done).toEqual([
    ['getAlertConfiguration', {}],
    ['setAlertConfiguration', { body: values }],
    ['getUserAlertPreference', {}],
    ['setUserAlertPreference', { body: { idleEmail: false } }],
    ['getScoredAlerts', {}],
    ['setScoredAlerts', { body: { scoredAlerts: { IDLING: false } } }],
    ['alertBackTest', { body: { id: 'overspeedAlert' }, isSilent: true }],
    ['userDetail', { query: { userId: 7 } }],
  ])
  expect(notices).toEqual([NOTICE, NOTICE, NOTICE])
})

test('a followed truck is asked for by its id, and the map is prepared before the list is requested', async () => {
  const { done, http, page, notices, record } = fixture({ liveTrack: {} })
  const services = {
    ...{ http, pickedFiles: createPickedFiles(), recordId: () => 7, serverNow: () => 0 },
    storage: { get: () => null, getText: () => null },
    streams: { open: (...of: unknown[]) => record('open', NEVER)((of[0] as Call).id, of[1]) },
    fleet: { load: async () => record('load', 'summary')() },
    map: { prepare: record('prepare') },
    vehicleOptions: {
      load: () => Promise.reject(new NetworkFailure('away')),
      list: () => [],
      clear: () => {},
    },
  } as unknown as MapServices
  const machine = wireFleet(
    services,
    page,
    () => {},
    () => {},
  )
  expect(await run(machine, 'loadList', {})).toBe('summary')
  const followed = createActor(portOf(machine, 'followVehicle'), { input: { vehicleId: 9 } }).start()
  await vi.waitFor(() => expect(done).toHaveLength(4))
  followed.stop()
  expect(done).toEqual([
    ['prepare'],
    ['load'],
    ['liveTrack', { query: { vehicleId: 9 } }],
    ['open', 'liveStream', { query: { vehicleId: 9 }, lastEventId: null }],
  ])
  act(portOf(machine, 'vehicleSelection') as AnyStateMachine, 'warn', { why: 'tooMany' })
  expect(notices).toMatchObject([{ kind: 'warning' }])
})

test('OWN-03 the gateway is read and changed, at an address that this page knows to be reached from elsewhere', async () => {
  const gateway = { madeAt: 5, address: 'http://localhost:8080/ingest/traccar', pending: [] }
  const { done, http } = fixture({
    readGateway: gateway,
    makeGatewayKey: { ...gateway, gatewayKey: 'key' },
    revokeGatewayKey: gateway,
    acceptGatewayDevice: gateway,
    releaseGatewayDevice: { ...gateway, address: 'https://fleet.example/ingest/traccar' },
  })
  const machineAt = (origin: string) =>
    wireGateway({ http } as Services, { window: { location: { origin } } } as Page)
  const machine = machineAt('http://192.168.1.5:8080')
  const reached = { ...gateway, address: 'http://192.168.1.5:8080/ingest/traccar' }
  const change = (input: object) => run(machine, 'changeGateway', input)
  expect(await run(machine, 'readGateway', { isPolled: true })).toEqual(reached)
  expect(await change({ kind: 'makeKey', replaces: true })).toEqual({ gateway: reached, gatewayKey: 'key' })
  expect(await change({ kind: 'revokeKey' })).toEqual({ gateway: reached, gatewayKey: null })
  const device = { deviceId: 'd', fromVehicleId: null }
  const vehicle = { registration: 'KA 01 AB 1234', addsVehicle: false }
  expect(await change({ kind: 'accept', ...device, ...vehicle })).toEqual({
    gateway: reached,
    gatewayKey: null,
  })
  const released = await change({ kind: 'release', deviceId: 'd', fromVehicleId: 7 })
  expect(released, "the server's own name stays").toMatchObject({
    gateway: { address: 'https://fleet.example/ingest/traccar' },
    gatewayKey: null,
  })
  expect(done).toEqual([
    ['readGateway', { isPolled: true }],
    ['makeGatewayKey', { body: { replaces: true } }],
    ['revokeGatewayKey', {}],
    ['acceptGatewayDevice', { body: { ...device, ...vehicle } }],
    ['releaseGatewayDevice', { body: { deviceId: 'd', fromVehicleId: 7 } }],
  ])
  const here = machineAt('http://127.0.0.1:8080')
  expect(await run(here, 'readGateway', { isPolled: false })).toEqual(gateway)
})

test('the ticker reads its messages; its editor lists, adds, changes and deletes them', async () => {
  const { done, http, page, notices, record } = fixture({
    tickerMessages: { messages: ['message'] },
    acknowledgeTickerMessages: { acknowledged: [3] },
    addTickerMessage: { message: 'Added.' },
    editTickerMessage: { message: 'Changed.' },
    deleteTickerMessage: { message: 'Deleted.' },
  })
  const storage = { get: () => null, set: record('set') }
  const services = { http, storage } as unknown as Services
  const [ticker, editor] = [wireTicker(services, page), wireTickerEditor(services, page)]
  expect(await run(ticker, 'loadMessages')).toEqual({
    messages: ['message'],
    message: '',
    isAcknowledged: false,
  })
  expect(await run(editor, 'loadMessages')).toEqual(['message'])
  const message = { messageContent: 'Snow', messageCriticality: 1 }
  expect(await run(editor, 'saveMessage', { messageId: null, message })).toBe('Added.')
  expect(await run(editor, 'saveMessage', { messageId: 3, message })).toBe('Changed.')
  expect(await run(editor, 'deleteMessage', { messageId: 3 })).toBe('Deleted.')
  act(ticker, 'storeAcknowledgement', [{ messageId: 3, changedAt: 5 }])
  act(ticker, 'notify', NOTICE)
  act(editor, 'notify', NOTICE)
  expect(done).toEqual([
    ['tickerMessages', { isPolled: true }],
    ['tickerMessages', { isPolled: false }],
    ['addTickerMessage', { body: message }],
    ['editTickerMessage', { params: { messageId: 3 }, body: message }],
    ['deleteTickerMessage', { params: { messageId: 3 } }],
    ['set', 'loginTickerAcknowledged', true],
    ['acknowledgeTickerMessages', { body: { messages: [{ messageId: 3, changedAt: 5 }] } }],
  ])
  expect(notices).toEqual([NOTICE, NOTICE])
})

test('maintenance is read and set, PayHub requests an address and opens it, the manual is downloaded', async () => {
  const { done, http, page, notices, record } = fixture({
    paymentRedirection: { redirectionUrl: 'https://pay.example/' },
  })
  const maintenance = wireMaintenance(
    {
      maintenance: {
        read: async () => record('read', true)(),
        write: async (isOn: boolean) => record('write', isOn)(isOn),
      },
    } as unknown as Services,
    page,
  )
  expect(await run(maintenance, 'readStatus')).toBe(true)
  expect(await run(maintenance, 'writeStatus', { isOn: false })).toBe(false)
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const payment = wirePayment({ http } as Services, page)
  expect(await run(payment, 'askAddress')).toEqual({ redirectionUrl: 'https://pay.example/' })
  act(payment, 'openTab', { address: 'https://pay.example/' })
  expect(open).toHaveBeenCalledWith('https://pay.example/', '_blank', 'noopener,noreferrer')
  const environment = { current: () => ({ productName: 'Roadbook' }) }
  const manual = wireManual({ http, environment } as unknown as Services, page)
  await expect(run(manual, 'downloadManual')).rejects.toMatchObject({ name: 'BadReply' })
  for (const machine of [maintenance, payment, manual]) act(machine, 'notify', NOTICE)
  expect(done).toEqual([
    ['read'],
    ['write', false],
    ['paymentRedirection', { isSilent: true }],
    ['userManual', { query: { language: 'en' } }],
  ])
  expect(notices).toEqual([NOTICE, NOTICE, NOTICE])
})

test('a forgotten password is recovered', async () => {
  const { done, record } = fixture()
  const recovery = {
    forgot: async (account: string) => record('forgot', 'Sent.')(account),
    reset: async (password: string) => record('reset', 'Set.')(password),
  }
  const machine = wireRecovery({ recovery } as unknown as Services)
  expect(await run(machine, 'requestLink', { account: 'asha' })).toBe('Sent.')
  expect(await run(machine, 'setPassword', { newPassword: 'new' })).toBe('Set.')
  expect(done).toEqual([
    ['forgot', 'asha'],
    ['reset', 'new'],
  ])
})

describe('the session', () => {
  const start = (stored: unknown = 'session') => {
    const { done, page, notices, record } = fixture()
    const later = (name: string, answer?: unknown) => async (first?: unknown) =>
      record(name, answer)(...(first instanceof AbortSignal || first === undefined ? [] : [first]))
    const session = {
      restore: record('restore', stored),
      logIn: later('logIn', 'logged in'),
      refresh: later('refresh', 'fresh'),
      forget: later('forget'),
    }
    const identityLogin = {
      go: later('go'),
      finish: later('finish', 'returned'),
      logOutAtProvider: record('logOutAtProvider', later('leave')),
    }
    const member = { load: later('member'), loaded: () => ({ forget: record('forget data') }) }
    const earlyList = { forget: record('forget early list') }
    const services = { session, identityLogin, earlyList } as unknown as Services
    const machine = wireSession(services, page, () => '/alerts', member as unknown as Member)
    return { machine, done, notices }
  }

  test('a login, a stored session and a return from the provider wait for the code of logged-in users', async () => {
    const { machine, done, notices } = start()
    expect(await run(machine, 'readStoredSession')).toBe('session')
    expect(await run(machine, 'logIn', { userName: 'asha' })).toBe('logged in')
    expect(await run(machine, 'finishIdentityLogIn')).toBe('returned')
    expect(await run(machine, 'refreshGrant')).toBe('fresh')
    await run(machine, 'goToIdentity')
    act(machine, 'notify', NOTICE)
    expect(done).toEqual([
      ['restore'],
      ['member'],
      ['member'],
      ['logIn', { userName: 'asha' }],
      ['member'],
      ['finish'],
      ['refresh'],
      ['go', '/alerts'],
    ])
    expect(notices).toEqual([NOTICE])
  })

  test('without a stored session that code is not awaited', async () => {
    const { machine, done } = start(null)
    expect(await run(machine, 'readStoredSession')).toBeNull()
    expect(done).toEqual([['restore']])
  })

  test('a requested log-out ends at the provider, after the data of the user is gone; an expired session does not', async () => {
    const { machine, done } = start()
    await run(machine, 'forget', { why: 'requested' })
    expect(done).toEqual([
      ['logOutAtProvider'],
      ['forget early list'],
      ['forget', 'requested'],
      ['forget data'],
      ['leave'],
    ])
    done.splice(0)
    await run(machine, 'forget', { why: 'expired' })
    expect(done).toEqual([['forget early list'], ['forget', 'expired'], ['forget data']])
  })
})

test('trips and plots are loaded, refreshed and dropped', async () => {
  const { done, record } = fixture()
  const tripList = { load: async (input: unknown) => record('trips', 'summary')(input) }
  const plots = { load: async (input: unknown) => record('plot', 'plotted')(input), drop: record('drop') }
  const services = { tripList, plots } as unknown as Parameters<typeof wireTrips>[0]
  const { trips, tripPlot } = wireTrips(services, () => of({ type: 'refresh.due' }))
  expect(await run(trips, 'loadTrips', 'which')).toBe('summary')
  expect(await run(tripPlot, 'loadPlot', 'where')).toBe('plotted')
  act(tripPlot, 'dropPlot', { plotId: 'plot-1' })
  act(tripPlot, 'dropPlot', { plotId: null })
  expect(done).toEqual([
    ['trips', 'which'],
    ['plot', 'where'],
    ['drop', 'plot-1'],
  ])
  for (const machine of [trips, tripPlot])
    expect(await sentBy(machine, 'refreshRate')).toEqual(['refresh.due'])
})

test('a route is loaded, played and dropped, and its alerts are kept beside it', async () => {
  const { done, http, page, notices, record } = fixture({ alertsPlot: { alerts: ['alert', 'alert'] } })
  const trackStore = { drop: record('drop'), setAlerts: record('alerts'), get: () => undefined }
  const tracks = { load: async (input: unknown) => record('track', 'track')(input) }
  const services = { tracks, trackStore, http, serverNow: () => 0 } as unknown as MapServices
  const machine = wirePlayback(services, page, () => {})
  expect(await run(machine, 'loadTrack', 'request')).toBe('track')
  await expect(run(machine, 'playTrack', { trackId: 'gone' })).rejects.toThrow('no longer loaded')
  const request = { trackId: 'a', vehicleId: 3, from: 0, to: 60_000 }
  expect(await run(machine, 'alerts.loadAlerts', null)).toBe(0)
  expect(await run(machine, 'alerts.loadAlerts', request)).toBe(2)
  act(machine, 'dropTrack', { trackId: 'a' })
  act(machine, 'dropTrack', { trackId: null })
  act(machine, 'notify', NOTICE)
  expect(done).toMatchObject([
    ['track', 'request'],
    ['alertsPlot', { body: { vehicleId: 3 } }],
    ['alerts', 'a', ['alert', 'alert']],
    ['drop', 'a'],
  ])
  expect(notices).toEqual([NOTICE])
})

test('the alert list: every port asks its service', async () => {
  const { done, page, notices, record } = fixture()
  const address = { hidden: [], alertId: null }
  const alertList = {
    readAddress: record('readAddress', address),
    load: record('load', Promise.resolve({ total: 2 })),
    loadEvidence: record('loadEvidence', Promise.resolve()),
    loadChoices: record('loadChoices', Promise.resolve({ groups: [] })),
    acknowledge: record('acknowledge', Promise.resolve()),
    keepFilter: record('keepFilter'),
    keepColumns: record('keepColumns'),
  } as unknown as MapServices['alertList']
  const machine = wireAlertList({ alertList }, page)
  expect(await run(machine, 'readAddress', { isOpen: true })).toBe(address)
  expect(await run(machine, 'loadAlerts', { held: null })).toEqual({ total: 2 })
  await run(machine, 'loadEvidence', { alertId: 3 })
  expect(await run(machine, 'loadChoices')).toEqual({ groups: [] })
  await run(machine, 'acknowledge', { alertIds: [3] })
  act(machine, 'keepFilter', { alertId: 3 })
  act(machine, 'keepColumns', { hidden: ['Vin'] })
  expect(done).toEqual([
    ['readAddress', { isOpen: true }],
    ['load', { held: null }],
    ['loadEvidence', 3],
    ['loadChoices'],
    ['acknowledge', [3]],
    ['keepFilter', { alertId: 3 }],
    ['keepColumns', ['Vin']],
  ])
  act(machine, 'notify', NOTICE)
  expect(notices).toEqual([NOTICE])
})

test('fleet health asks its service, and says why a change failed', async () => {
  const { done, notices, page, record } = fixture()
  const health = {
    readAddress: record('readAddress', { tab: 'live' }),
    load: record('load', Promise.resolve({ shown: 1, total: 2 })),
    loadChoices: record('loadChoices', Promise.resolve({ groups: [] })),
    loadLevels: record('loadLevels', Promise.resolve()),
    changeService: record('changeService', Promise.resolve()),
    keepAddress: record('keepAddress'),
  } as unknown as MapServices['health']
  const machine = wireHealth({ health }, page)
  expect(await run(machine, 'readAddress', { isOpen: true })).toEqual({ tab: 'live' })
  expect(await run(machine, 'loadHealth', { timeZone: 'UTC' })).toEqual({ shown: 1, total: 2 })
  expect(await run(machine, 'loadChoices')).toEqual({ groups: [] })
  await run(machine, 'loadLevels', { vehicleId: 7 })
  await run(machine, 'changeService', { kind: 'undo', serviceId: 3 })
  act(machine, 'keepAddress', { replace: true })
  expect(done).toEqual([
    ['readAddress', { isOpen: true }],
    ['load', { timeZone: 'UTC' }],
    ['loadChoices'],
    ['loadLevels', 7],
    ['changeService', { kind: 'undo', serviceId: 3 }],
    ['keepAddress', { replace: true }],
  ])
  act(machine, 'notify', NOTICE)
  expect(notices).toEqual([NOTICE])
})

test('the alert list is refreshed by the clock of a visible page', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { page } = fixture()
  const received: string[] = []
  const parent = createActor(
    fromCallback(({ receive }) => receive(({ type }) => received.push(type))),
  ).start()
  const machine = wireAlertList({ alertList: {} as MapServices['alertList'] }, page)
  createActor(portOf(machine, 'refreshes'), { parent } as never).start()
  vi.advanceTimersByTime(20_000)
  expect(received).toEqual(['alertList.refreshDue', 'alertList.refreshDue'])
})

test('ADM-11 the scaling factors are read and saved, and tried on the fleet’s last 7 days', async () => {
  const mileage = { factor: 1.05, set: null }
  const { done, http, page } = fixture({
    getScalingFactor: { scalingFactor: { mileage } },
    setScalingFactor: { scalingFactor: { mileage }, message: 'Saved.' },
    mileageVsDate: { total: { mileage: 4.2, fuelUsed: 10 }, pendingDays: 0 },
    adblueByDate: { total: { adblueUsed: 0 } },
    utilizationVsDate: { total: null, pendingDays: 3 },
  })
  const owners = createReportOwners({ http, userId: () => 7 })
  const vehicleOptions = { load: async () => {} }
  const now = () => MODEL_NOW
  const dashboardFigures = createDashboardFigures({ http, owners, vehicleOptions, now })
  const services = { http, dashboardFigures, serverNow: now } as unknown as SettingsServices
  const machine = wireSettings(services, page)
  expect(await run(machine, 'scaling.loadScales')).toEqual({ mileage })
  const factors = { mileage: 1.05 }
  expect(await run(machine, 'scaling.saveFactors', { factors })).toEqual({
    scales: { mileage },
    message: 'Saved.',
  })
  expect(done).toEqual([
    ['getScalingFactor', {}],
    ['setScalingFactor', { body: { scalingFactor: factors } }],
  ])
  // What is not known is no 0, and a 0 is.
  expect(await run(machine, 'scaling.measureKpis')).toEqual({
    ...{ mileage: 4.2, adblue: 0, utilization: 'deriving' },
  })
  const requests = done.slice(2) as Array<[string, { body: Record<string, unknown> }]>
  expect(requests.map(([id]) => id)).toEqual(['mileageVsDate', 'adblueByDate', 'utilizationVsDate'])
  for (const [, { body }] of requests) {
    expect(body).toMatchObject({ fromTsInIST: '2026-11-14 00:00:00', toTsInIST: '2026-11-20 23:59:59' })
    expect(body).not.toHaveProperty('vehicleIds')
  }
  expect(dashboardFigures.store.get('MILAGE_DAILY')).toBeUndefined()
})
