import { createTransport } from 'nodemailer'
import type { Mail, MailPort } from './outbox.repository.ts'

/** The mail server, as `smtp://…` or `smtps://…` (may contain a password), and the sender. */
export type SmtpSettings = { readonly url: string; readonly from: string }

/** What is logged about a mail that could not be sent: codes only, no text of the server or the mail. */
export type SmtpFailure = { readonly code: string; readonly responseCode: number | null }

/** Milliseconds to wait for the connection, for the greeting, and on a silent connection. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const

const failureOf = (error: unknown): SmtpFailure => {
  const known = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {}
  const { code, responseCode } = known
  return {
    code: typeof code === 'string' ? code : 'unknown',
    responseCode: typeof responseCode === 'number' ? responseCode : null,
  }
}

/** Sends mails by SMTP. A mail that cannot be sent goes to `fallback`, so none is lost. */
export const createSmtpMail = ({
  url,
  from,
  fallback,
  onFailure,
}: SmtpSettings & {
  readonly fallback: MailPort
  readonly onFailure: (failure: SmtpFailure) => void
}): MailPort => {
  const transport = createTransport({ url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true })
  return {
    send: async (mail: Mail) => {
      const { to, subject, text } = mail
      try {
        await transport.sendMail({ from, to, subject, text })
      } catch (error) {
        onFailure(failureOf(error))
        await fallback.send(mail)
      }
    },
  }
}
