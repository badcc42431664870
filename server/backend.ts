import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { createOwnershipRepository } from './access/ownership.repository.ts'
import { createOwnershipCheck } from './access/ownership.service.ts'
import { createVisibleVehicles } from './access/visible-vehicles.repository.ts'
import { type AlertEngine, createAlertEngine } from './alerts/alert-engine.ts'
import { createNotifications, type Notifications } from './alerts/notifications.service.ts'
import { createApi } from './api.ts'
import { createApp } from './app.ts'
import { isDatabaseUp } from './db/pool.ts'
import type { Tables } from './db/tables.ts'
import { createFiguresBacklog, type FiguresBacklog } from './figures/figures-backlog.ts'
import { createGatewaySettings } from './gateway/gateway.service.ts'
import { createDtcWatch, type DtcWatch } from './health/dtc-watch.ts'
import { createManual } from './help/manual.service.ts'
import { environmentOf, readEnvironment } from './http/environment.ts'
import { createIdentity } from './identity/identity.service.ts'
import { createIdentityLinks } from './identity/identity-links.repository.ts'
import { loadKeys } from './identity/keys.repository.ts'
import { lockoutMail } from './identity/lockout-mail.ts'
import { createLoginLimiter } from './identity/login-limiter.ts'
import { createPasswordTurns } from './identity/password-turns.ts'
import { createPasswords } from './identity/passwords.ts'
import { createRedeemedCodes } from './identity/redeemed-codes.repository.ts'
import { createRefreshTokens } from './identity/refresh-tokens.repository.ts'
import { registerSingleSignOn } from './identity/single-sign-on.routes.ts'
import { createSingleSignOn } from './identity/single-sign-on.service.ts'
import { createUserRepository } from './identity/users.repository.ts'
import { createLastImports } from './import/last-imports.repository.ts'
import { createThreadReader } from './import/thread-reader.ts'
import { createUploadFiles } from './import/upload-files.ts'
import { createUploads } from './import/uploads.service.ts'
import { createDevices } from './ingest/devices.repository.ts'
import { createGatewayRepository } from './ingest/gateway.repository.ts'
import { createGateways } from './ingest/gateway.service.ts'
import { createIngest, type Ingest } from './ingest/ingest.service.ts'
import { registerIngest } from './ingest/osmand.routes.ts'
import { registerTraccar } from './ingest/traccar.routes.ts'
import { createBus } from './live/bus.ts'
import { createLiveHub } from './live/hub.ts'
import { createStreamGuard } from './live/stream-guard.ts'
import { createArrivals } from './live-share/arrivals.ts'
import { SHARE } from './live-share/limits.ts'
import { createLiveShareRepository } from './live-share/live-share.repository.ts'
import { createShareHistory } from './live-share/share-history.ts'
import { createViewers } from './live-share/viewers.ts'
import { createMailTexts } from './mail/mail-texts.ts'
import { createOutbox } from './mail/outbox.repository.ts'
import { createSmsGateway, type SmsSettings } from './mail/sms-gateway.ts'
import { createSmtp, createSmtpMail, type SmtpSettings } from './mail/smtp.ts'
import { createPreferencesRepository } from './preferences/preferences.repository.ts'
import { createProblemReportRepository } from './problem-report/problem-report.repository.ts'
import { createProblemReportService } from './problem-report/problem-report.service.ts'
import { createPasswordRepository } from './session/passwords.repository.ts'
import { createPasswordService } from './session/passwords.service.ts'
import { createActingRepository } from './support/acting.repository.ts'
import { createActing } from './support/acting.service.ts'
import { createSupportChangeRepository } from './support/support-changes.repository.ts'
import { createSupportChanges } from './support/support-changes.service.ts'
import type { ThreadPrograms } from './threads/thread.ts'
import { createTrackRepository, type TrackRepository } from './track/track.repository.ts'

type Options = {
  readonly db: Kysely<Tables>
  readonly pool: pg.Pool
  /** Folder of the built client; null if another server serves it. */
  readonly clientDir: string | null
  /** The environment document, the installation's own, whose keys replace it, and variables that replace texts of both. */
  readonly environmentFile: string
  readonly ownEnvironmentFile?: string
  readonly variables?: Readonly<Record<string, string | undefined>>
  /** The user manual, as Markdown. */
  readonly manualFile: string
  /** The folder of the folders of languages. */
  readonly textsDir: string
  /** Address of the payment portal (PayHub, SHL-38); absent if there is none. */
  readonly paymentUrl?: string | undefined
  /** Folder of the outbox. */
  readonly outboxDir: string
  /** Folder of uploads in work. It is emptied. */
  readonly uploadDir: string
  readonly threads: ThreadPrograms
  /** The mail server; without one, mails stay in the outbox. */
  readonly smtp?: SmtpSettings | undefined
  /** The SMS gateway; without one, SMS stay in the outbox. */
  readonly sms?: SmsSettings | undefined
  /** Address of the portal for links in mails; by default the one it listens on. */
  readonly publicUrl?: string | undefined
  /** Proxies that are trusted to name a client's address (AC-12). */
  readonly trustedProxies?: readonly string[] | undefined
  /** Life of an access token in seconds; five minutes by default. */
  readonly accessTokenLifeS?: number | undefined
  /** The secret that the identity provider has given to the portal; absent for a public client. */
  readonly ssoClientSecret?: string | undefined
  readonly missing?: () => readonly string[]
  readonly log: FastifyBaseLogger
  readonly now?: () => number
}

const addressOf = (app: FastifyInstance | undefined): string => {
  const address = app?.server.address() ?? null
  return `http://localhost:${typeof address === 'object' ? (address?.port ?? '') : ''}`
}

/** All parts of the server on one open database. */
export type Backend = {
  readonly app: FastifyInstance
  readonly ingest: Ingest
  readonly tracks: TrackRepository
  readonly alerts: AlertEngine
  /** Derives nothing until it is started. */
  readonly figures: FiguresBacklog
  readonly dtcs: DtcWatch
  /** Sends nothing until it is started. */
  readonly notifications: Notifications
  /** The work of every few minutes: closes days that have ended, and deletes what is not kept any more. */
  tidy(): Promise<void>
  /** Ends streams and requests, then commits the fixes it has accepted. The database stays open. */
  close(): Promise<void>
}

/** Builds all parts of the server and wires them together. It does not listen yet. */
export const createBackend = async ({
  db,
  pool,
  clientDir,
  environmentFile,
  ownEnvironmentFile,
  variables = {},
  manualFile,
  textsDir,
  paymentUrl,
  outboxDir,
  uploadDir,
  threads,
  smtp,
  sms,
  publicUrl,
  accessTokenLifeS,
  ssoClientSecret,
  trustedProxies = [],
  missing = () => [],
  log,
  now = Date.now,
}: Options): Promise<Backend> => {
  const bus = createBus()
  const tracks = createTrackRepository({ db })
  const isHttps = publicUrl?.startsWith('https:') ?? false
  const document = () => readEnvironment(environmentFile, variables, ownEnvironmentFile)
  // A mail must not fail for a mistake in env.json.
  const productName = () =>
    document().then(
      ({ productName: name }) => name,
      () => 'portal',
    )
  const outbox = createOutbox({ db, dir: outboxDir, productName, now })
  const smtpMail = smtp === undefined ? null : createSmtp(smtp)
  const mail = smtpMail
    ? createSmtpMail({
        smtp: smtpMail,
        fallback: outbox,
        onFailure: (failure) =>
          log.warn(failure, 'a mail could not be sent by SMTP and was put into the outbox'),
      })
    : outbox
  let built: FastifyInstance | undefined
  const portalUrl = () => publicUrl ?? addressOf(built)
  const loginUrl = () => `${portalUrl()}/login`
  const keys = await loadKeys(db, now)
  const refreshTokens = createRefreshTokens({
    db,
    keys,
    now,
    onReuse: (userId) => log.warn({ userId }, 'a spent refresh token was used again; its login was ended'),
  })
  const preferences = createPreferencesRepository({ db })
  const mailTexts = createMailTexts({ dir: textsDir })
  const languageOf = async (userId: number) => (await preferences.of(userId)).language
  const notifications = createNotifications({
    db,
    ports: { smtp: smtpMail, sms: sms === undefined ? null : createSmsGateway(sms), outbox },
    mailTexts,
    preferencesOf: preferences.of,
    productName,
    portalUrl,
    now,
    onGivenUp: (notification) => log.warn(notification, 'a notification could not be sent and was given up'),
    onError: (err) => log.error({ err }, 'notifications of alerts could not be sent; they will be'),
  })
  const passwordTurns = createPasswordTurns()
  const identity = await createIdentity({
    passwordTurns,
    db,
    now,
    accessTokenLifeS,
    keys,
    refreshTokens,
    isHttps,
    onFailedLogin: (failed) => log.warn(failed, 'a login failed'),
    onLockout: (user) => {
      const { email } = user
      if (email === null) return
      Promise.all([productName(), languageOf(user.id)])
        .then(([product, language]) => lockoutMail(mailTexts, user, { to: email, product, language }))
        .then(mail.send)
        .catch((err: unknown) => log.error({ err }, 'a lockout could not be mailed'))
    },
  })
  const singleSignOn = createSingleSignOn({
    readSettings: async () => {
      const { identityProvider } = await document()
      return identityProvider === null ? null : { ...identityProvider, clientSecret: ssoClientSecret }
    },
    loginUrl,
    identity,
    codes: createRedeemedCodes({ db, refreshTokens, now }),
    links: createIdentityLinks({ db }),
    now,
    onFailure: ({ code, message }) => log.warn({ code, reason: message }, 'single sign-on failed'),
  })
  const alerts = createAlertEngine({
    db,
    now,
    onNew: notifications.write,
    onError: (err) => log.error({ err }, 'alerts could not be evaluated; it will be tried again'),
    onResting: ({ vehicleId }, rule) =>
      log.warn({ vehicleId, rule }, 'a rule has reported too often today and rests until tomorrow'),
  })
  const figures = createFiguresBacklog({
    db,
    now,
    onProgress: (left) => log.info({ left }, 'figures of stored days are being derived again'),
    onError: (err) => log.error({ err }, 'figures could not be derived; it will be tried again'),
  })
  const dtcs = createDtcWatch({
    db,
    onError: (err) => log.error({ err }, 'trouble codes could not be stored; it will be tried again'),
  })
  const ingest = createIngest({
    db,
    pool,
    bus,
    now,
    track: tracks,
    onStored: (stored) => {
      alerts.take(stored)
      figures.take(stored)
      dtcs.take(stored)
    },
  })
  const hub = createLiveHub({
    ...{ db, bus, now, track: tracks },
    onError: (err) => log.error({ err }, 'positions could not be sent to the streams of a vehicle'),
  })
  const shareLinks = createLiveShareRepository({ db })
  const viewers = createViewers({
    links: shareLinks,
    bus,
    loadHistory: createShareHistory({ links: shareLinks, track: tracks, now }),
    now,
    onError: (err) => log.error({ err }, 'it could not be checked whether live links are still open'),
  })
  const arrivals = createArrivals({
    links: shareLinks,
    bus,
    track: tracks,
    arrived: viewers.check,
    now,
    onError: (err) => log.error({ err }, 'arrivals that end live links could not be read or stored'),
  })
  const visibleVehicles = createVisibleVehicles({ db })
  const users = createUserRepository({ db })
  const storedActing = createActingRepository({ db })
  const acting = createActing({
    acting: storedActing,
    users,
    now,
  })
  const ownership = createOwnershipRepository({ db })
  const supportChanges = createSupportChanges({
    changes: createSupportChangeRepository({ db }),
    ownership,
    now,
  })
  const passwordService = createPasswordService({
    stored: createPasswordRepository({ db }),
    mail,
    now,
    passwords: await createPasswords(),
    passwordTurns,
    limiter: createLoginLimiter({ now }),
    publicUrl: portalUrl,
    productName,
    languageOf,
    mailTexts,
    onError: (err) => log.error({ err }, 'a reset link could not be mailed'),
  })
  const guard = createStreamGuard({
    activeLogins: identity.activeLogins,
    onError: (err) => log.error({ err }, 'access to open streams could not be checked'),
  })
  const environment = async () => environmentOf(await document(), loginUrl)
  const manual = createManual({ file: manualFile, readEnvironment: environment })
  const uploads = createUploads({
    db,
    files: createUploadFiles(uploadDir),
    lastImports: createLastImports({ db }),
    readFile: createThreadReader(threads),
    visibleVehicles,
    groupsOfUser: ownership.groupsOfUser,
    nameOfUser: async (userId) => (await users.byId(userId))?.first_name ?? '',
    isActive: async ({ userId, role, companyId }) => {
      const user = await users.byId(userId)
      return user?.disabled_at === null && user.roles[0] === role && user.company_id === companyId
    },
    onError: (err) => log.error({ err }, 'an import by upload failed'),
    now,
  })
  const problemReports = createProblemReportService({
    reports: createProblemReportRepository({ db }),
    threads,
    now,
  })
  const storedGateways = createGatewayRepository({ db, now })
  const gateways = createGateways({ gateways: storedGateways, now })
  const gateway = createGatewaySettings({
    db,
    gateways: storedGateways,
    changed: gateways.forget,
    visibleVehicles,
    portalUrl,
  })
  const app = await createApp({
    trustedProxies,
    routes: createApi({
      db,
      pool,
      identity,
      singleSignOn,
      passwordService,
      preferences,
      outbox,
      hasMailServer: smtp !== undefined,
      hasSmsGateway: sms !== undefined,
      hub,
      guard,
      shareLinks,
      viewers,
      arrivals,
      acting,
      supportChanges,
      visibleVehicles,
      readTrack: tracks.readRange,
      manual,
      uploads,
      problemReports,
      gateway,
      undelivered: notifications.undelivered,
      paymentUrl: paymentUrl || null,
      fencesChanged: alerts.fencesChanged,
      rulesChanged: alerts.rulesChanged,
      figuresBacklog: figures,
      now,
    }),
    sessionOf: identity.sessionOf,
    acting,
    trace: supportChanges.begin,
    checkOwnership: createOwnershipCheck({
      ownership,
      visibleVehicles,
    }),
    readEnvironment: environment,
    clientDir,
    isHttps,
    logOutOrigin: singleSignOn.logOutOrigin,
    missing: async () => [...((await isDatabaseUp(db)) ? [] : ['database']), ...missing()],
    endStreams: () => {
      guard.stop()
      hub.close()
      viewers.close()
    },
    extend: async (scope) => {
      registerTraccar(scope, { ingest, gateways, now })
      registerIngest(scope, { ingest, devices: createDevices({ db, now }), now })
      await registerSingleSignOn(scope, { singleSignOn, loginUrl })
    },
    log,
  })
  built = app
  arrivals.start()
  passwordService.start()
  // Pages opened after a restart must know where a log-out sends its form.
  singleSignOn.endSessionUrl().catch((err: unknown) => log.error({ err }, 'single sign-on is not set up'))
  return {
    app,
    ingest,
    tracks,
    alerts,
    figures,
    dtcs,
    notifications,
    tidy: async () => {
      await Promise.all([
        tracks.closeFinishedDays({ now: now() }),
        problemReports.deleteOld(),
        uploads.tidy(),
        shareLinks.deleteBefore(now() - SHARE.keptMs),
        alerts.tidy(),
        notifications.tidy(),
      ])
    },
    close: async () => {
      await Promise.all([app.close(), notifications.stop()])
      await uploads.close()
      await ingest.close()
      await Promise.all([alerts.stop(), figures.stop(), dtcs.stop()])
      await passwordService.stop()
      await arrivals.stop()
    },
  }
}
