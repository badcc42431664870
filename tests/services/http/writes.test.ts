import { lastValueFrom } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { allCalls } from '#contract/calls/index.ts'
import { DEFAULT_PREFERENCES } from '#contract/records/preferences.ts'
import { NOT_BUILT } from '#server/http/not-built.ts'
import { createAlertList } from '#src/services/alerts/alert-list.ts'
import { createAlertSettingsService } from '#src/services/alerts/alert-settings.ts'
import { createGatewayService } from '#src/services/gateway/gateway.ts'
import { createFenceService } from '#src/services/geofences/fences.ts'
import { createHealth } from '#src/services/health/health.ts'
import type { Http } from '#src/services/http/http.ts'
import { createImportService } from '#src/services/import/imports.ts'
import { createOwnedLinks } from '#src/services/live-share/owned-links.ts'
import { createMaintenanceService } from '#src/services/maintenance/maintenance.ts'
import { createPreferences } from '#src/services/preferences/preferences.ts'
import { createProblemReport } from '#src/services/problem-report/problem-report.ts'
import { createRecoveryService } from '#src/services/session/recovery.ts'
import { createSessionService } from '#src/services/session/session-service.ts'
import { createScalingService } from '#src/services/settings/scaling.ts'
import { createSettingsService } from '#src/services/settings/settings.ts'
import { STORED } from '#src/services/storage/storage.ts'
import { createSupportService } from '#src/services/support/support.ts'
import { createTickerService } from '#src/services/ticker/ticker.ts'
import { createMemoryPage } from '#tests/kit/services/http.fixture.ts'
import { FAILING_REPLIES, noticesAfter, type Rig } from './toasts.fixture.ts'

/** What a service of a screen needs and its writing calls do not use. */
const UNUSED = {} as never
const PAGE = {
  ...createMemoryPage(),
  document: { documentElement: {} },
  location: { hash: '', pathname: '/', href: 'http://portal.test/', search: '' },
  navigator: { languages: [] },
} as never
const IMPORT = '3f0e7f6c-1b1b-4c43-8f4a-0d6a4a4a9b11'

const alertSettings = ({ http }: Rig) => createAlertSettingsService({ http, recordId: () => 7 })
const alertList = ({ http }: Rig) =>
  createAlertList({
    ...{ http, storage: UNUSED, location: UNUSED, vehicleOptions: UNUSED, owners: UNUSED },
    ...{ rangeOf: UNUSED, now: Date.now },
  })
const fences = ({ http }: Rig) => createFenceService({ http, userId: () => 7 })
const gateway = ({ http }: Rig) => createGatewayService({ http, origin: 'http://portal.test' })
const health = ({ http }: Rig) =>
  createHealth({
    ...{ http, storage: UNUSED, location: UNUSED, vehicleOptions: UNUSED, owners: UNUSED },
    ...{ rangeOf: UNUSED, now: Date.now },
  })
const imports = ({ http }: Rig) =>
  createImportService({ http, files: { get: () => new File(['a'], 'a.csv') }, newId: () => IMPORT })
const links = ({ http }: Rig) =>
  createOwnedLinks({ http, userId: () => 7, absolute: (path) => path, now: Date.now })
const preferences = ({ http, storage }: Rig) =>
  createPreferences({ page: PAGE, storage, http, userId: () => 7, showTexts: async () => {} })
const problemReport = ({ http }: Rig) =>
  createProblemReport({
    page: PAGE,
    recorder: { snapshot: () => ({ segments: [] }) as never, events: UNUSED },
    http,
    now: Date.now,
  })
const recovery = ({ http }: Rig) => createRecoveryService({ http, page: PAGE })
const scaling = ({ http }: Rig) => createScalingService({ http, figures: UNUSED, requestOf: UNUSED })
const session = ({ http, grants, barrier, storage }: Rig) =>
  createSessionService({
    ...{ http, grants, barrier, storage, environment: UNUSED },
    lock: (work) => work(false) as never,
  })
const settings = ({ http }: Rig) => createSettingsService({ http })
const support = ({ http, storage }: Rig) => createSupportService({ http, storage })
const ticker = ({ http, storage }: Rig) => createTickerService({ http: http as Http, storage })

const SIGNAL = new AbortController().signal
const TEXT = { messageContent: 'The yard is closed today.', messageCriticality: 0 } as const
const DEVICE = { deviceId: '86', fromVehicleId: null }

/** What each screen does when it makes a writing call. */
const WRITES: Readonly<Record<string, (rig: Rig) => Promise<unknown>>> = {
  acceptGatewayDevice: (rig) =>
    gateway(rig).change({ kind: 'accept', registration: 'KA 01', addsVehicle: true, ...DEVICE }),
  acknowledgeAlerts: (rig) => alertList(rig).acknowledge([1]),
  acknowledgeTickerMessages: (rig) => ticker(rig).acknowledge([{ messageId: 1, changedAt: 1, ...TEXT }]),
  addTickerMessage: (rig) => ticker(rig).save({ messageId: null, message: TEXT }),
  beginActing: (rig) => support(rig).begin(UNUSED),
  beginImport: (rig) => imports(rig).begin({ fileId: 1, fileName: 'a.csv', bytes: 1 } as never),
  cancelImport: (rig) => imports(rig).cancel(IMPORT),
  changeLiveShare: (rig) => links(rig).change({ kind: 'extend', shareId: 1, hours: 1 } as never, SIGNAL),
  changePassword: (rig) => settings(rig).changePassword(UNUSED),
  createLiveShare: (rig) =>
    links(rig).create(
      {
        ...{ subject: { kind: 'trip', tripId: 1 }, endsBy: 'trip', hours: null, endsAt: null },
        ...{ geoFenceId: null, label: '' },
      } as never,
      SIGNAL,
    ),
  deleteGeofences: (rig) => fences(rig).remove(1),
  deleteTickerMessage: (rig) => ticker(rig).remove(1),
  editTickerMessage: (rig) => ticker(rig).save({ messageId: 1, message: TEXT }),
  enableMaintenance: ({ http }) => createMaintenanceService({ http }).write(true),
  endActing: (rig) => support(rig).end(),
  forgotPassword: (rig) => recovery(rig).forgot('asha'),
  logIn: (rig) => session(rig).logIn(UNUSED),
  makeGatewayKey: (rig) => gateway(rig).change({ kind: 'makeKey', replaces: false }),
  recordService: (rig) =>
    health(rig).changeService({
      kind: 'record',
      vehicleId: 1,
      doneAt: 1,
      odo: null,
      note: '',
      isConfirmed: false,
    }),
  releaseGatewayDevice: (rig) => gateway(rig).change({ kind: 'release', deviceId: '86', fromVehicleId: 1 }),
  resetPassword: (rig) => recovery(rig).reset('a new One 1'),
  retryAlertDeliveries: (rig) => settings(rig).sendAgain([1]),
  revokeGatewayKey: (rig) => gateway(rig).change({ kind: 'revokeKey' }),
  revokeLiveShare: (rig) => links(rig).change({ kind: 'revoke', shareId: 1 }, SIGNAL),
  runImport: (rig) => imports(rig).run({ importId: IMPORT, dryRun: true, choices: {} } as never),
  saveGeofence: (rig) => fences(rig).save({} as never),
  savePreferences: (rig) => {
    rig.storage.set(STORED.preferences, { preferences: DEFAULT_PREFERENCES, unsavedBy: 7 })
    return preferences(rig).load()
  },
  sendImportPart: (rig) =>
    lastValueFrom(imports(rig).parts$({ importId: IMPORT, fileId: 1, received: 0 } as never)),
  sendProblemReport: (rig) => problemReport(rig).send('', UNUSED),
  setAlertConfiguration: (rig) => alertSettings(rig).saveChoices(UNUSED),
  setScalingFactor: (rig) => scaling(rig).save(UNUSED),
  setScoredAlerts: (rig) => alertSettings(rig).saveScoredAlerts(UNUSED),
  setServiceInterval: (rig) =>
    health(rig).changeService({ kind: 'interval', vehicleId: 1, interval: null, isConfirmed: false }),
  setUserAlertPreference: (rig) => alertSettings(rig).savePreferences(UNUSED),
  undoService: (rig) => health(rig).changeService({ kind: 'undo', serviceId: 1 }),
}

/** Writing calls of which no toast tells, and why. */
const SILENT: Readonly<Record<string, string>> = {
  logOut: 'the page has forgotten the session whatever the server says (session-service.test.ts)',
  refreshToken:
    'the session and the login page say in words of their own what follows (session-service.test.ts)',
}

test('every call that writes and that the server answers has a row, or a reason to have none', () => {
  const writes = allCalls.filter(({ id, isQuery }) => !isQuery && !NOT_BUILT.includes(id))
  expect([...Object.keys(WRITES), ...Object.keys(SILENT)].sort()).toEqual(writes.map(({ id }) => id).sort())
})

describe.each(Object.entries(WRITES))('TCK-09 SES-54 SES-55 %s', (id, make) => {
  test.each(FAILING_REPLIES)('a reply of %s is told once by a toast', async (_, reply, notice) => {
    expect(await noticesAfter(id, make, reply)).toMatchObject([notice])
  })
})
