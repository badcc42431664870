import type { Kysely } from 'kysely'
import type { Preferences } from '#contract/records/preferences.ts'
import type { VisibleVehicles } from '../access/visible-vehicles.repository.ts'
import type { Tables } from '../db/tables.ts'
import type { MailTexts } from '../mail/mail-texts.ts'
import type { KeptNotification, MailPort } from '../mail/outbox.repository.ts'
import type { Sms } from '../mail/sms-gateway.ts'
import { sendFailureOfSmtp } from '../mail/smtp.ts'
import { createUndelivered, deleteSettledDeliveries, writeDeliveries } from './deliveries.repository.ts'
import { createDueDeliveries } from './due-deliveries.repository.ts'
import { NOTIFYING } from './notification-limits.ts'
import { createNotificationSender, type GivenUp, type SendMessage } from './notification-sender.ts'
import { createNotificationTexts } from './notification-texts.ts'

/** Where notifications go: to the mail server and the SMS gateway, or, where one is null, into the outbox. */
export type NotificationPorts = {
  readonly smtp: MailPort | null
  readonly sms: ((sms: Sms, signal: AbortSignal) => Promise<void>) | null
  readonly outbox: { keepNotification(notification: KeptNotification): Promise<void> }
}

/** Notifies users of alerts by e-mail and SMS (ALR-12, ALR-13): written down with the alert, and sent from there. */
export const createNotifications = ({
  db,
  ports: { smtp, sms, outbox },
  mailTexts,
  preferencesOf,
  productName,
  portalUrl,
  now,
  random,
  onGivenUp,
  onError,
}: {
  db: Kysely<Tables>
  ports: NotificationPorts
  mailTexts: MailTexts
  preferencesOf: (userId: number) => Promise<Preferences>
  productName: () => Promise<string>
  portalUrl: () => string
  now: () => number
  /** From 0 up to 1, for the jitter of tries. */
  random?: () => number
  onGivenUp: (notification: GivenUp) => void
  onError: (error: unknown) => void
}) => {
  const textOf = createNotificationTexts({ mailTexts, productName, portalUrl })
  const deliveries = createDueDeliveries(random === undefined ? { db } : { db, random })
  const undelivered = createUndelivered({ db })
  const send: SendMessage = async (message, signal) => {
    const { userId, channel, to } = message
    const { subject, text } = await textOf(message, await preferencesOf(userId))
    if (channel === 'sms' && sms !== null) await sms({ userId, to, text }, signal)
    else if (channel === 'email' && smtp !== null)
      await smtp.send({ userId, to, subject, text }).catch((error: unknown) => {
        throw sendFailureOfSmtp(error)
      })
    else await outbox.keepNotification({ channel, userId, to, subject, text })
  }
  const senders = (['email', 'sms'] as const).map((channel) =>
    createNotificationSender({ channel, deliveries, send, now, onGivenUp, onError }),
  )
  const wake = () => {
    for (const sender of senders) sender.wake()
  }

  return {
    /**
     * Writes down whom to notify of new alerts, in the transaction that stores them: call it once per alert that may notify. A second
     * time changes nothing. They are sent when the transaction is over.
     */
    write: async (trx: Kysely<Tables>, alerts: ReadonlyArray<{ readonly id: string }>): Promise<void> => {
      const ids = alerts.map(({ id }) => id)
      if ((await writeDeliveries(trx, ids, now())) > 0) wake()
    },
    undelivered: {
      list: undelivered.list,
      retry: async (seen: VisibleVehicles, ids: readonly number[]): Promise<number> => {
        const count = await undelivered.retry(seen, ids, now())
        if (count > 0) wake()
        return count
      },
    },
    /** Deletes notifications that were settled long ago; call it from time to time. */
    tidy: (): Promise<void> => deleteSettledDeliveries(db, now() - NOTIFYING.keptMs),
    /** Sends what is due, once. */
    sendDue: async (): Promise<void> => {
      await Promise.all(senders.map((sender) => sender.sendDue()))
    },
    start: (): void => {
      for (const sender of senders) sender.start()
    },
    /** Settles within 500 ms. */
    stop: async (): Promise<void> => {
      await Promise.all(senders.map((sender) => sender.stop()))
    },
  }
}

export type Notifications = ReturnType<typeof createNotifications>
