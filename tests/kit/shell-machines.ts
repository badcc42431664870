import type { Mail, MailHead } from '#contract/calls/mail.ts'
import type { TickerMessage } from '#contract/calls/ticker.ts'
import type { Company, ListedUser } from '#contract/calls/users.ts'
import type { UserDetail } from '#contract/records/user-detail.ts'
import type { Role } from '#contract/roles.ts'
import {
  fleetFilterMachine,
  type GroupOption,
  groupsRequest,
  type RegionOption,
  regionsRequest,
} from '#src/machines/fleet-filter/fleet-filter.machine.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { type MaintenanceFact, maintenanceMachine } from '#src/machines/maintenance/maintenance.machine.ts'
import { manualMachine } from '#src/machines/manual/manual.machine.ts'
import { outboxMachine } from '#src/machines/outbox/outbox.machine.ts'
import { paymentMachine } from '#src/machines/payment/payment.machine.ts'
import { profileMachine } from '#src/machines/profile/profile.machine.ts'
import { recoveryMachine } from '#src/machines/recovery/recovery.machine.ts'
import { type PasswordChange, settingsMachine } from '#src/machines/settings/settings.machine.ts'
import { supportMachine, usersRequest } from '#src/machines/support/support.machine.ts'
import {
  type CompanyUser,
  companiesRequest,
  companyUsersRequest,
  supportViewMachine,
} from '#src/machines/support-view/support-view.machine.ts'
import { type TickerFact, type TickerList, tickerMachine } from '#src/machines/ticker/ticker.machine.ts'
import {
  tickerEditorMachine,
  type WrittenMessage,
} from '#src/machines/ticker-editor/ticker-editor.machine.ts'
import type { ActingTime } from '#src/services/support.ts'
import { actionByHand, eventsByHand, promiseByHand, queryByHand } from './machine-ports.ts'

/** The support view's machine, its ports answered by hand. */
export const supportViewByHand = () => {
  const companies = queryByHand<readonly Company[], Record<never, never>>()
  const companyUsers = queryByHand<readonly CompanyUser[], { companyId: number }>()
  return {
    companies,
    companyUsers,
    machine: supportViewMachine.provide({
      actors: {
        companies: companiesRequest.provide({ actors: { send: companies.logic } }),
        users: companyUsersRequest.provide({ actors: { send: companyUsers.logic } }),
      },
    }),
  }
}

/** The filters' machine, its lists answered by hand. */
export const filtersByHand = () => {
  const groups = queryByHand<readonly GroupOption[], Record<never, never>>()
  const regions = queryByHand<readonly RegionOption[], Record<never, never>>()
  return {
    groups,
    regions,
    machine: fleetFilterMachine.provide({
      actors: {
        groups: groupsRequest.provide({ actors: { send: groups.logic } }),
        regions: regionsRequest.provide({ actors: { send: regions.logic } }),
      },
    }),
  }
}

/** The machines of what stands round the screens, every port answered by hand. */
export const shellByHand = (notify: (_: unknown, notice: Notice) => void = () => {}) => {
  const ports = {
    messages: promiseByHand<TickerList>(),
    refreshes: eventsByHand<TickerFact>(),
    acknowledged: actionByHand<undefined>(),
    status: promiseByHand<boolean>(),
    writeStatus: promiseByHand<boolean, { isOn: boolean }>(),
    turns: eventsByHand<MaintenanceFact>(),
    manual: promiseByHand<void>(),
    password: promiseByHand<string, PasswordChange>(),
    editorList: promiseByHand<readonly TickerMessage[]>(),
    save: promiseByHand<string, WrittenMessage>(),
    remove: promiseByHand<string, { messageId: number }>(),
    mails: promiseByHand<readonly MailHead[]>(),
    mail: promiseByHand<Mail, { mailId: number }>(),
    firstName: promiseByHand<{ firstName: string }>(),
    acting: promiseByHand<ActingTime | null>(),
    users: queryByHand<readonly ListedUser[], { role: Role }>(),
    profile: queryByHand<UserDetail, Record<never, never>>(),
    beginActing: promiseByHand<ActingTime, { userId: number; role: Role; reason: string }>(),
    endActing: promiseByHand<void>(),
    startedAnew: actionByHand<{ path: string }>(),
    askLink: promiseByHand<string, { account: string }>(),
    setPassword: promiseByHand<string, { newPassword: string }>(),
    payment: promiseByHand<{ redirectionUrl: string }>(),
    openedTab: actionByHand<{ address: string }>(),
  }
  const machines = {
    readFirstName: ports.firstName.logic,
    ticker: tickerMachine.provide({
      actors: { loadMessages: ports.messages.logic, refreshes: ports.refreshes.logic },
      actions: { notify, keepAcknowledged: ports.acknowledged.act },
    }),
    maintenance: maintenanceMachine.provide({
      actors: {
        readStatus: ports.status.logic,
        writeStatus: ports.writeStatus.logic,
        turns: ports.turns.logic,
      },
      actions: { notify },
    }),
    manual: manualMachine.provide({ actors: { downloadManual: ports.manual.logic }, actions: { notify } }),
    support: supportMachine.provide({
      actors: {
        restore: ports.acting.logic,
        users: usersRequest.provide({ actors: { send: ports.users.logic } }),
        begin: ports.beginActing.logic,
        end: ports.endActing.logic,
      },
      actions: { startAnew: ports.startedAnew.act },
    }),
    recovery: recoveryMachine.provide({
      actors: { askLink: ports.askLink.logic, setPassword: ports.setPassword.logic },
    }),
    payment: paymentMachine.provide({
      actors: { askAddress: ports.payment.logic },
      actions: { notify, openTab: ports.openedTab.act },
    }),
    profile: profileMachine.provide({ actors: { send: ports.profile.logic } }),
    settings: settingsMachine.provide({
      actors: {
        editor: tickerEditorMachine.provide({
          actors: {
            loadMessages: ports.editorList.logic,
            saveMessage: ports.save.logic,
            deleteMessage: ports.remove.logic,
          },
          actions: { notify },
        }),
        outbox: outboxMachine.provide({
          actors: { loadMails: ports.mails.logic, loadMail: ports.mail.logic },
        }),
        changePassword: ports.password.logic,
      },
      actions: { notify },
    }),
  }
  return { ports, machines }
}
