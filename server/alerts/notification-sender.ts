import { setTimeout as delay } from 'node:timers/promises'
import { SendFailure } from '../mail/send-failure.ts'
import type { DueDeliveries, DueMessage } from './due-deliveries.repository.ts'
import { NOTIFYING } from './notification-limits.ts'
import type { Channel } from './wanted.repository.ts'

/** Sends a message. Rejects with a SendFailure if it was not taken; with anything else if it could not be written. */
export type SendMessage = (message: DueMessage, signal: AbortSignal) => Promise<void>

/** A notification that was given up, without names and addresses. */
export type GivenUp = { readonly channel: Channel; readonly reason: string; readonly alerts: number }

/**
 * Sends the notifications of one channel as they become due, at most ten at a time. It looks soon after `wake`, and every few seconds
 * for what other processes have written and what waits for its hour.
 */
export const createNotificationSender = ({
  channel,
  deliveries,
  send,
  now,
  onGivenUp,
  onError,
}: {
  channel: Channel
  deliveries: DueDeliveries
  send: SendMessage
  now: () => number
  onGivenUp: (notification: GivenUp) => void
  onError: (error: unknown) => void
}) => {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let work: Promise<void> | null = null
  let isStarted = false
  let isWoken = false

  const sendInTime = async (message: DueMessage): Promise<void> => {
    const limit = AbortSignal.timeout(NOTIFYING.tryMs)
    const signal = AbortSignal.any([stopping.signal, limit])
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new SendFailure('timeout')), { once: true })
    })
    await Promise.race([send(message, signal), aborted])
  }

  const sendOne = async (message: DueMessage): Promise<void> => {
    try {
      await sendInTime(message)
    } catch (error) {
      // Whether it was taken is not known; the try counts, and the next start goes on.
      if (stopping.signal.aborted) return
      if (!(error instanceof SendFailure)) onError(error)
      const { message: reason, isPermanent } =
        error instanceof SendFailure ? error : new SendFailure('unavailable')
      const isGivenUp = await deliveries.settleFailed(message, { failure: reason, isPermanent }, now())
      if (isGivenUp) onGivenUp({ channel, reason, alerts: message.alerts.length })
      return
    }
    await deliveries.settleSent(message, now())
  }

  /** Sends everything that is due now. Rejects if the database cannot be asked. */
  const sendDue = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const { messages, taken } = await deliveries.take(channel, now())
      if (taken === 0) return
      await Promise.all(messages.map(sendOne))
    }
  }

  const lookIn = (ms: number): void => {
    if (!isStarted || stopping.signal.aborted) return
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(look, ms).unref()
  }
  const look = (): void => {
    isWoken = false
    work ??= sendDue()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) onError(error)
      })
      .finally(() => {
        work = null
        lookIn(isWoken ? NOTIFYING.lookSoonMs : NOTIFYING.lookEveryMs)
      })
  }

  return {
    sendDue,
    start: (): void => {
      isStarted = true
      look()
    },
    /** Looks soon. */
    wake: (): void => {
      // A later look would never come while alerts are written all the time.
      if (isWoken) return
      isWoken = true
      if (work === null) lookIn(NOTIFYING.lookSoonMs)
    },
    /** Takes nothing any more, and cuts off what has not been sent within 400 ms. */
    stop: async (): Promise<void> => {
      if (timer !== null) clearTimeout(timer)
      isStarted = false
      await Promise.race([work, delay(NOTIFYING.stopMs)])
      stopping.abort()
    },
  }
}
