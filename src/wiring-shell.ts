import { map } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'
import type { Mail, MailHead } from '#contract/calls/mail.ts'
import type { TickerMessage } from '#contract/calls/ticker.ts'
import type { Role } from '#contract/roles.ts'
import type { Notice } from './machines/kit/notice.ts'
import { manualMachine } from './machines/manual/manual.machine.ts'
import { outboxMachine } from './machines/outbox/outbox.machine.ts'
import { paymentMachine } from './machines/payment/payment.machine.ts'
import { type PasswordChange, settingsMachine } from './machines/settings/settings.machine.ts'
import { supportMachine } from './machines/support/support.machine.ts'
import { type TickerFact, type TickerList, tickerMachine } from './machines/ticker/ticker.machine.ts'
import { tickerEditorMachine, type WrittenMessage } from './machines/ticker-editor/ticker-editor.machine.ts'
import { createGreetingService } from './services/greeting.ts'
import { createManualService } from './services/manual.ts'
import { createPaymentService } from './services/payment.ts'
import { createSettingsService } from './services/settings.ts'
import { type ActingTime, createSupportService } from './services/support.ts'
import { createTickerService } from './services/ticker.ts'
import { ticks$ } from './streams/ticks.stream.ts'
import { wireProfile, wireUsers } from './wiring-queries.ts'
import type { Page, Services } from './wiring-services.ts'

/** How often a page looks for new messages, in ms. */
const MESSAGES_EVERY_MS = 300_000

const createShellServices = ({ http, storage, session, environment }: Services, page: Page['window']) => ({
  ticker: createTickerService({ http, storage }),
  manual: createManualService({ http, page, productName: () => environment.current().productName }),
  settings: createSettingsService({ http }),
  support: createSupportService({ http, storage }),
  payment: createPaymentService({ http, page }),
  greeting: createGreetingService({ http, storage, userId: () => session.userId() }),
})

type ShellServices = ReturnType<typeof createShellServices>

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

/** The machines of what stands round the screens of logged-in users. */
export const wireShell = (base: Services, { window, notify }: Page) => {
  const services = createShellServices(base, window)
  const { ticker, manual, settings, support, payment, greeting } = services
  const tell = (_: unknown, notice: Notice) => notify(notice)
  return {
    readFirstName: fromPromise<{ firstName: string }, undefined>(({ signal }) =>
      greeting.readFirstName(signal),
    ),
    ticker: tickerMachine.provide({
      actors: {
        loadMessages: fromPromise<TickerList, undefined>(({ signal }) => ticker.load(signal)),
        refreshes: fromEventObservable<TickerFact, undefined>(() =>
          ticks$({ everyMs: MESSAGES_EVERY_MS }).pipe(map(() => ({ type: 'ticker.refreshDue' as const }))),
        ),
      },
      actions: { notify: tell, keepAcknowledged: () => ticker.acknowledge() },
    }),
    manual: manualMachine.provide({
      actors: { downloadManual: fromPromise<void, undefined>(({ signal }) => manual.download(signal)) },
      actions: { notify: tell },
    }),
    support: supportMachine.provide({
      actors: {
        restore: fromPromise<ActingTime | null, undefined>(({ signal }) => support.restore(signal)),
        users: wireUsers(base),
        begin: fromPromise<ActingTime, { userId: number; role: Role; reason: string }>(({ input, signal }) =>
          support.begin(input, signal),
        ),
        end: fromPromise<void, undefined>(({ signal }) => support.end(signal)),
      },
      actions: { startAnew: (_, { path }: { path: string }) => base.startAnew(path) },
    }),
    payment: paymentMachine.provide({
      actors: {
        askAddress: fromPromise<{ redirectionUrl: string }, undefined>(({ signal }) => payment.ask(signal)),
      },
      actions: { notify: tell, openTab: (_, { address }: { address: string }) => payment.open(address) },
    }),
    profile: wireProfile(base),
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
