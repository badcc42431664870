import { Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'
import type { Mail, MailHead } from '#contract/calls/mail.ts'
import type { PasswordChange } from '#contract/calls/settings.ts'
import { outboxMachine } from '#src/machines/settings/outbox.machine.ts'
import {
  type KeptTab,
  type SettingsPlaceEvent,
  settingsMachine,
} from '#src/machines/settings/settings.machine.ts'
import { SETTINGS_PATH, settingsTabPath, tabIn } from '#src/machines/settings/settings.tabs.ts'
import { type UndeliveredList, undeliveredMachine } from '#src/machines/settings/undelivered.machine.ts'
import type { AppLocation, PageLocation } from '#src/services/location/location.ts'
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

/** The tab in the address: what it names, now and at each change while it is that of the settings, and what it is to name. */
export const settingsAddress = (location: Pick<AppLocation, 'current' | 'onChange' | 'navigate'>) => ({
  places: fromEventObservable<SettingsPlaceEvent, undefined>(
    () =>
      new Observable((subscriber) => {
        const emit = ({ path, search }: PageLocation): void => {
          if (path === SETTINGS_PATH) subscriber.next({ type: 'settings.placeChanged', tab: tabIn(search) })
        }
        emit(location.current())
        return location.onChange(emit)
      }),
  ),
  keepTab: (_: unknown, { tab, isFirst, replace }: KeptTab) =>
    location.navigate(isFirst ? SETTINGS_PATH : settingsTabPath(tab), { replace }),
})

/** Wires the settings. */
export const wireSettings = (services: Pick<MapServices, 'dashboardFigures'> & Services, page: Page) => {
  const service = createSettingsService(services)
  const { places, keepTab } = settingsAddress(services.location)
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
      places,
      changePassword: fromPromise<string, PasswordChange>(({ input, signal }) =>
        service.changePassword(input, signal),
      ),
    },
    actions: { notify: notifyAction(page), keepTab },
  })
}
