import { mailMessage, mailOutbox } from '#contract/calls/mail.ts'
import { notFound } from '../http/errors.ts'
import { type Route, route } from '../http/handler.ts'
import type { Outbox } from './outbox.repository.ts'

type StoredMail = NonNullable<Awaited<ReturnType<Outbox['byId']>>>

const headOf = ({ id, recipient, subject, sent_at }: Omit<StoredMail, 'body'>) => ({
  mailId: id,
  recipient,
  subject,
  sentAt: sent_at.getTime(),
})

/** The outbox, where no mail server is configured (OPEN-03). */
export const mailRoutes = ({ outbox }: { outbox: Outbox }): Route[] => [
  route(mailOutbox, async () => ({ mails: (await outbox.list()).map(headOf) })),
  route(mailMessage, async ({ params: { mailId } }) => {
    const mail = await outbox.byId(mailId)
    if (mail === undefined) throw notFound()
    return { ...headOf(mail), mailText: mail.body }
  }),
]
