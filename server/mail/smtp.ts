import { createTransport } from 'nodemailer'
import type { Mail, MailPort } from './outbox.repository.ts'

/** Where mails go out, and as whom: an address `smtp://…` or `smtps://…`, which may hold a password. */
export type SmtpSettings = { readonly url: string; readonly from: string }

/** What the log may tell of a mail that did not go out: codes, and nothing that a server or a mail says. */
export type SmtpFailure = { readonly code: string; readonly responseCode: number | null }

/** Milliseconds for the mail server to connect, to greet, and to go on. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const

const failureOf = (error: unknown): SmtpFailure => {
  const known = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {}
  const { code, responseCode } = known
  return {
    code: typeof code === 'string' ? code : 'unknown',
    responseCode: typeof responseCode === 'number' ? responseCode : null,
  }
}

/** Sends mails by SMTP. One that cannot go out is put aside by `fallback`, so that none is lost. */
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
    send: async ({ to, subject, text }: Mail) => {
      try {
        await transport.sendMail({ from, to, subject, text })
      } catch (error) {
        onFailure(failureOf(error))
        await fallback.send({ to, subject, text })
      }
    },
  }
}
