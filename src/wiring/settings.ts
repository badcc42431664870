import { fromPromise } from 'xstate'
import type { Mail, MailHead } from '#contract/calls/mail.ts'
import type { PasswordChange } from '#contract/calls/settings.ts'
import { outboxMachine } from '#src/machines/settings/outbox.machine.ts'
import { settingsMachine } from '#src/machines/settings/settings.machine.ts'
import { type UndeliveredList, undeliveredMachine } from '#src/machines/settings/undelivered.machine.ts'
import { createSettingsService } from '#src/services/settings/settings.ts'
import { wireAlertSettings } from './alert-settings.ts'
import { wireGateway } from './gateway.ts'
import { wireImport } from './import.ts'
import type { MapServices } from './member.ts'
import { wireProfile } from './profile.ts'
import { wireScaling } from './scaling.ts'
import { notifyAction, type Page, type Services } from './services.ts'
import { wireSupportChanges } from './support-changes.ts'
import { wireTickerEditor } from './ticker-editor.ts'

/** Wires the settings. */
export const wireSettings = (services: Pick<MapServices, 'dashboardFigures'> & Services, page: Page) => {
  const service = createSettingsService(services)
  const outbox = outboxMachine.provide({
    actors: {
      loadMails: fromPromise<readonly MailHead[], undefined>(({ signal }) => service.mails(signal)),
      loadMail: fromPromise<Mail, { mailId: number }>(({ input, signal }) =>
        service.mail(input.mailId, signal),
      ),
    },
  })
  const undelivered = undeliveredMachine.provide({
    actors: {
      loadUndelivered: fromPromise<UndeliveredList, undefined>(({ signal }) => service.undelivered(signal)),
      sendAgain: fromPromise<number, { deliveryIds: readonly number[] }>(({ input, signal }) =>
        service.sendAgain(input.deliveryIds, signal),
      ),
    },
  })
  return settingsMachine.provide({
    actors: {
      editor: wireTickerEditor(services, page),
      outbox,
      undelivered,
      ...wireAlertSettings(services, page),
      contact: wireProfile(services),
      supportChanges: wireSupportChanges(services),
      imports: wireImport(services, page),
      gateway: wireGateway(services, page),
      scaling: wireScaling(services, page),
      changePassword: fromPromise<string, PasswordChange>(({ input, signal }) =>
        service.changePassword(input, signal),
      ),
    },
    actions: { notify: notifyAction(page) },
  })
}
