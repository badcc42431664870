import { createTransport } from 'nodemailer'
import type { Mail, MailPort } from './outbox.repository.ts'
import { SendFailure } from './send-failure.ts'

/** The mail server, as `smtp://…` or `smtps://…` (may contain a password), and the sender. */
export type SmtpSettings = { readonly url: string; readonly from: string }

/** What is logged about a mail that could not be sent: codes only, no text of the server or the mail. */
export type SmtpFailure = { readonly code: string; readonly responseCode: number | null }

/** Milliseconds to wait for the connection, for the greeting, and on a silent connection. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const

/** The longest that a mail may take as a whole, ms: a server that goes on talking is not silent. A notification's try lasts longer. */
const LONGEST_MS = 40_000

const failureOf = (error: unknown): SmtpFailure => {
  const known = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {}
  const { code, responseCode } = known
  return {
    code: typeof code === 'string' ? code : 'unknown',
    responseCode: typeof responseCode === 'number' ? responseCode : null,
  }
}

/**
 * Sends mails by SMTP, and rejects with the library's error where one was not taken in `longestMs`, whose texts may name addresses. Then its
 * connection is closed.
 */
export const createSmtp = ({ url, from }: SmtpSettings, longestMs = LONGEST_MS): MailPort => {
  const transport = createTransport({ url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true })
  return {
    send: async ({ to, subject, text }: Mail) => {
      await transport.sendMail({ from, to, subject, text, signal: AbortSignal.timeout(longestMs) })
    },
  }
}

/** Sends mails by SMTP. A mail that cannot be sent goes to `fallback`, so none is lost. */
export const createSmtpMail = ({
  smtp,
  fallback,
  onFailure,
}: {
  readonly smtp: MailPort
  readonly fallback: MailPort
  readonly onFailure: (failure: SmtpFailure) => void
}): MailPort => ({
  send: async (mail: Mail) => {
    try {
      await smtp.send(mail)
    } catch (error) {
      onFailure(failureOf(error))
      await fallback.send(mail)
    }
  },
})

/** What an SMTP failure means for sending the mail again. A wrong password is the operator's to mend. */
export const sendFailureOfSmtp = (error: unknown): SendFailure => {
  const { code, responseCode } = failureOf(error)
  if (code === 'ETIMEDOUT' || code === 'EABORT') return new SendFailure('timeout')
  const isRefused = code !== 'EAUTH' && responseCode !== null && responseCode >= 500
  return new SendFailure(isRefused ? 'refused' : 'unavailable', responseCode)
}
