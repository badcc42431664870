import * as z from 'zod/mini'
import { AlertType } from './alerts.ts'

/** How users are notified of alerts (ALR-13). */
export const Channel = z.enum(['email', 'sms'])
export type Channel = z.infer<typeof Channel>

/**
 * Why a notification was given up: the server refused it, did not answer in time, could not be reached or do its work, or the portal
 * was stopped in the middle of the last try.
 */
export const DeliveryFailure = z.enum(['refused', 'timeout', 'unavailable', 'interrupted'])
export type DeliveryFailure = z.infer<typeof DeliveryFailure>

/** The number of a notification. */
export const DeliveryId = z.int().check(z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))

/** A notification that was given up at `at` (ms UTC); `status` is the reply code of the mail server or SMS gateway. */
export const UndeliveredNotification = z.object({
  deliveryId: DeliveryId,
  at: z.number(),
  userName: z.string(),
  channel: Channel,
  type: AlertType,
  RegistrationNumber: z.string(),
  failure: DeliveryFailure,
  status: z.nullable(z.number()),
  attempts: z.number(),
})
export type UndeliveredNotification = z.infer<typeof UndeliveredNotification>

/** Which notifications the portal sends; those of the others are kept in its outbox, because no mail server or SMS gateway is set up. */
export const SentChannels = z.record(Channel, z.boolean())
export type SentChannels = z.infer<typeof SentChannels>

/** Most undelivered notifications in one reply, the newest first. */
export const MAX_UNDELIVERED = 500
