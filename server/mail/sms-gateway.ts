import { SendFailure } from './send-failure.ts'

/** An SMS to a user; `to` is a number of digits, which may begin with a plus. */
export type Sms = { readonly userId: number; readonly to: string; readonly text: string }

/** The gateway of SMS, its bearer token, and the sender. */
export type SmsSettings = { readonly url: string; readonly token: string; readonly from: string }

/** How long the gateway may take to answer, in ms. */
const TIMEOUT_MS = 20_000

/** Statuses of the 4xx that are about the time of a request, not about what it asks. */
const TRY_AGAIN = new Set([408, 429])

/**
 * Sends SMS by HTTP: POSTs `{ to, from, text }` as JSON. 2xx is taken; 4xx is refused, except 408 and 429; all else may be tried again.
 * The body of the reply is not read, and redirects are not followed.
 * @throws SendFailure
 */
export const createSmsGateway =
  ({ url, token, from, timeoutMs = TIMEOUT_MS }: SmsSettings & { readonly timeoutMs?: number }) =>
  async ({ to, text }: Sms, signal: AbortSignal): Promise<void> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    let reply: Response
    try {
      reply = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ to, from, text }),
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout]),
      })
    } catch {
      // The message of the error may name the address and its token.
      throw new SendFailure(timeout.aborted ? 'timeout' : 'unavailable')
    }
    await reply.body?.cancel().catch(() => {})
    if (reply.ok) return
    const isRefused = reply.status >= 400 && reply.status < 500 && !TRY_AGAIN.has(reply.status)
    throw new SendFailure(isRefused ? 'refused' : 'unavailable', reply.status)
  }
