import { map, type Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'
import type { Mail, MailHead } from '#contract/calls/mail.ts'
import type { TickerMessage } from '#contract/calls/ticker.ts'
import type { Role } from '#contract/roles.ts'
import type { Notice } from './machines/kit/notice.ts'
import { type MaintenanceFact, maintenanceMachine } from './machines/maintenance/maintenance.machine.ts'
import { manualMachine } from './machines/manual/manual.machine.ts'
import { outboxMachine } from './machines/outbox/outbox.machine.ts'
import { paymentMachine } from './machines/payment/payment.machine.ts'
import { recoveryMachine } from './machines/recovery/recovery.machine.ts'
import { type PasswordChange, settingsMachine } from './machines/settings/settings.machine.ts'
import { supportMachine } from './machines/support/support.machine.ts'
import { supportViewMachine } from './machines/support-view/support-view.machine.ts'
import { type TickerFact, type TickerList, tickerMachine } from './machines/ticker/ticker.machine.ts'
import { tickerEditorMachine, type WrittenMessage } from './machines/ticker-editor/ticker-editor.machine.ts'
import type { GreetingService } from './services/greeting.ts'
import type { Http } from './services/http/http.ts'
import type { MaintenanceService } from './services/maintenance.ts'
import type { ManualService } from './services/manual.ts'
import type { PaymentService } from './services/payment.ts'
import type { RecoveryService } from './services/recovery.ts'
import type { SettingsService } from './services/settings.ts'
import type { ActingTime, SupportService } from './services/support.ts'
import type { TickerService } from './services/ticker.ts'
import { ticks$ } from './streams/ticks.stream.ts'
import { wireProfile, wireQueries } from './wiring-queries.ts'

/** How often a page looks whether the portal is under maintenance, and for new messages, in ms. */
const MAINTENANCE_EVERY_MS = 60_000
const MESSAGES_EVERY_MS = 300_000

/** What the shell's machines stand on. */
export type ShellServices = {
  readonly http: Http
  /** The id of whoever is logged in, or of the user that support acts for. */
  readonly recordId: () => number
  readonly ticker: TickerService
  readonly maintenance: MaintenanceService
  readonly manual: ManualService
  readonly settings: SettingsService
  readonly support: SupportService
  readonly payment: PaymentService
  readonly greeting: GreetingService
  readonly recovery: RecoveryService
  /** Loads the page anew at a path below the router base. */
  readonly startAnew: (path: string) => void
}

const every = <T extends string>(everyMs: number, type: T): Observable<{ type: T }> =>
  ticks$({ everyMs }).pipe(map(() => ({ type })))

const wireTickerEditor = ({ ticker }: ShellServices, notify: (notice: Notice) => void) =>
  tickerEditorMachine.provide({
    actors: {
      loadMessages: fromPromise<readonly TickerMessage[], undefined>(
        async ({ signal }) => (await ticker.load(signal)).messages,
      ),
      saveMessage: fromPromise<string, WrittenMessage>(({ input, signal }) => ticker.save(input, signal)),
      deleteMessage: fromPromise<string, { messageId: number }>(({ input, signal }) =>
        ticker.remove(input.messageId, signal),
      ),
    },
    actions: { notify: (_, notice: Notice) => notify(notice) },
  })

const wireOutbox = ({ settings }: ShellServices) =>
  outboxMachine.provide({
    actors: {
      loadMails: fromPromise<readonly MailHead[], undefined>(({ signal }) => settings.mails(signal)),
      loadMail: fromPromise<Mail, { mailId: number }>(({ input, signal }) =>
        settings.mail(input.mailId, signal),
      ),
    },
  })

/** The support view's machine, which lives in the fleet map. */
export const wireSupportView = (services: Pick<ShellServices, 'http'>) => {
  const { companies, companyUsers } = wireQueries(services)
  return supportViewMachine.provide({ actors: { companies, users: companyUsers } })
}

/** The machines of what stands round the screens, for the root machine's `provide`. */
export const wireShell = (services: ShellServices, notify: (notice: Notice) => void) => {
  const { http, ticker, maintenance, manual, settings, support, payment, greeting, recovery } = services
  const tell = (_: unknown, notice: Notice) => notify(notice)
  return {
    readFirstName: fromPromise<{ firstName: string }, undefined>(({ signal }) =>
      greeting.readFirstName(signal),
    ),
    ticker: tickerMachine.provide({
      actors: {
        loadMessages: fromPromise<TickerList, undefined>(({ signal }) => ticker.load(signal)),
        refreshes: fromEventObservable<TickerFact, undefined>(() =>
          every(MESSAGES_EVERY_MS, 'ticker.refreshDue'),
        ),
      },
      actions: { notify: tell, keepAcknowledged: () => ticker.acknowledge() },
    }),
    maintenance: maintenanceMachine.provide({
      actors: {
        readStatus: fromPromise<boolean, undefined>(({ signal }) => maintenance.read(signal)),
        writeStatus: fromPromise<boolean, { isOn: boolean }>(({ input, signal }) =>
          maintenance.write(input.isOn, signal),
        ),
        turns: fromEventObservable<MaintenanceFact, undefined>(() =>
          every(MAINTENANCE_EVERY_MS, 'maintenance.asked'),
        ),
      },
      actions: { notify: tell },
    }),
    manual: manualMachine.provide({
      actors: { downloadManual: fromPromise<void, undefined>(({ signal }) => manual.download(signal)) },
      actions: { notify: tell },
    }),
    support: supportMachine.provide({
      actors: {
        restore: fromPromise<ActingTime | null, undefined>(({ signal }) => support.restore(signal)),
        users: wireQueries({ http }).users,
        begin: fromPromise<ActingTime, { userId: number; role: Role; reason: string }>(({ input, signal }) =>
          support.begin(input, signal),
        ),
        end: fromPromise<void, undefined>(({ signal }) => support.end(signal)),
      },
      actions: { startAnew: (_, { path }: { path: string }) => services.startAnew(path) },
    }),
    recovery: recoveryMachine.provide({
      actors: {
        askLink: fromPromise<string, { account: string }>(({ input, signal }) =>
          recovery.forgot(input.account, signal),
        ),
        setPassword: fromPromise<string, { newPassword: string }>(({ input, signal }) =>
          recovery.reset(input.newPassword, signal),
        ),
      },
    }),
    payment: paymentMachine.provide({
      actors: {
        askAddress: fromPromise<{ redirectionUrl: string }, undefined>(({ signal }) => payment.ask(signal)),
      },
      actions: { notify: tell, openTab: (_, { address }: { address: string }) => payment.open(address) },
    }),
    profile: wireProfile(services),
    settings: settingsMachine.provide({
      actors: {
        editor: wireTickerEditor(services, notify),
        outbox: wireOutbox(services),
        changePassword: fromPromise<string, PasswordChange>(({ input, signal }) =>
          settings.changePassword(input, signal),
        ),
      },
      actions: { notify: tell },
    }),
  }
}
