import { map } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'
import type { Mail, MailHead } from '#contract/calls/mail.ts'
import type { TickerMessage } from '#contract/calls/ticker.ts'
import { getRolesBasedUserList, type ListedUser, userDetail } from '#contract/calls/users.ts'
import type { UserDetail } from '#contract/records/session.ts'
import type { Role } from '#contract/roles.ts'
import { manualMachine } from '#src/machines/help/manual.machine.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { paymentMachine } from '#src/machines/payment/payment.machine.ts'
import { profileMachine } from '#src/machines/profile/profile.machine.ts'
import { REQUEST_TYPES, type RequestProgressEvent } from '#src/machines/request/request.machine.ts'
import { outboxMachine } from '#src/machines/settings/outbox.machine.ts'
import { settingsMachine } from '#src/machines/settings/settings.machine.ts'
import type { PasswordChange } from '#src/machines/settings/settings.ports.ts'
import { supportMachine, usersRequest } from '#src/machines/support/support.machine.ts'
import type { ActingRequest, ActingTime } from '#src/machines/support/support.ports.ts'
import { tickerMachine } from '#src/machines/ticker/ticker.machine.ts'
import type { TickerList, TickerRefreshEvent, WrittenMessage } from '#src/machines/ticker/ticker.ports.ts'
import { tickerEditorMachine } from '#src/machines/ticker/ticker-editor.machine.ts'
import { createGreetingService } from '#src/services/app/greeting.ts'
import { createManualService } from '#src/services/help/manual.ts'
import type { Http } from '#src/services/http/http.ts'
import { buildRequest } from '#src/services/http/request.ts'
import { createPaymentService } from '#src/services/payment/payment.ts'
import { createSettingsService } from '#src/services/settings/settings.ts'
import { createSupportService } from '#src/services/support/support.ts'
import { createTickerService } from '#src/services/ticker/ticker.ts'
import { ticks$ } from '#src/streams/clocks.stream.ts'
import type { Page, Services } from './services.ts'

const types = REQUEST_TYPES

const askUsers = buildRequest({ types, call: getRolesBasedUserList, read: ({ users }) => users })
const askRecord = buildRequest({ types, call: userDetail, read: (record) => record })

/** The query of a user's record; `userId` says whose. */
export const wireProfile = ({ http, recordId }: { http: Pick<Http, 'call'>; recordId: () => number }) =>
  profileMachine.provide({
    actors: {
      send: fromEventObservable<RequestProgressEvent<UserDetail>, { request: Record<never, never> }>(() =>
        askRecord(http, { query: { userId: recordId() } }),
      ),
    },
  })

/** The query of the users of a role, whose result is kept (SES-31 to SES-34). */
export const wireUsers = ({ http }: { http: Pick<Http, 'call'> }) =>
  usersRequest.provide({
    actors: {
      send: fromEventObservable<RequestProgressEvent<readonly ListedUser[]>, { request: { role: Role } }>(
        ({ input }) => askUsers(http, { query: input.request }),
      ),
    },
  })

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
  const showNotice = (_: unknown, notice: Notice) => notify(notice)
  return {
    readFirstName: fromPromise<{ firstName: string }, undefined>(({ signal }) =>
      greeting.readFirstName(signal),
    ),
    ticker: tickerMachine.provide({
      actors: {
        loadMessages: fromPromise<TickerList, undefined>(({ signal }) => ticker.load(signal)),
        refreshes: fromEventObservable<TickerRefreshEvent, undefined>(() =>
          ticks$({ everyMs: MESSAGES_EVERY_MS }).pipe(map(() => ({ type: 'ticker.refreshDue' as const }))),
        ),
      },
      actions: { notify: showNotice, storeAcknowledgement: () => ticker.acknowledge() },
    }),
    manual: manualMachine.provide({
      actors: { downloadManual: fromPromise<void, undefined>(({ signal }) => manual.download(signal)) },
      actions: { notify: showNotice },
    }),
    support: supportMachine.provide({
      actors: {
        restore: fromPromise<ActingTime | null, undefined>(({ signal }) => support.restore(signal)),
        users: wireUsers(base),
        begin: fromPromise<ActingTime, ActingRequest>(({ input, signal }) => support.begin(input, signal)),
        end: fromPromise<void, undefined>(({ signal }) => support.end(signal)),
      },
      actions: { startAnew: (_, { path }: { path: string }) => base.startAnew(path) },
    }),
    payment: paymentMachine.provide({
      actors: {
        askAddress: fromPromise<{ redirectionUrl: string }, undefined>(({ signal }) => payment.ask(signal)),
      },
      actions: {
        notify: showNotice,
        openTab: (_, { address }: { address: string }) => payment.open(address),
      },
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
      actions: { notify: showNotice },
    }),
  }
}
