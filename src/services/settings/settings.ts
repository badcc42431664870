import { alertDeliveries, retryAlertDeliveries } from '#contract/calls/alerts.ts'
import { type Mail, type MailHead, mailMessage, mailOutbox } from '#contract/calls/mail.ts'
import { changePassword, type PasswordChange } from '#contract/calls/settings.ts'
import type { SentChannels, UndeliveredNotification } from '#contract/records/alert-deliveries.ts'
import type { Http } from '../http/http.ts'

/** The calls of the settings screen. Errors are those of the request builder. */
export const createSettingsService = ({ http }: { http: Pick<Http, 'call'> }) => ({
  /** Changes the user's own password; returns the server's text. */
  changePassword: async (body: PasswordChange, signal?: AbortSignal): Promise<string> =>
    (await http.call(changePassword, { body }, signal)).message,
  /** The mails stored instead of sent, newest first. */
  mails: async (signal?: AbortSignal): Promise<readonly MailHead[]> =>
    (await http.call(mailOutbox, {}, signal)).mails,
  mail: (mailId: number, signal?: AbortSignal): Promise<Mail> =>
    http.call(mailMessage, { params: { mailId } }, signal),
  /** The notifications of alerts that were given up, newest first, and how many there are. */
  undelivered: (
    signal?: AbortSignal,
  ): Promise<{
    deliveries: readonly UndeliveredNotification[]
    total: number
    sends: SentChannels
  }> => http.call(alertDeliveries, {}, signal),
  /** Sends those again; returns how many. */
  sendAgain: async (deliveryIds: readonly number[], signal?: AbortSignal): Promise<number> =>
    (await http.call(retryAlertDeliveries, { body: { deliveryIds: [...deliveryIds] } }, signal)).retried,
})
