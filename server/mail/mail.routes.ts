import { mailMessage, mailOutbox } from '#contract/calls/mail.ts'
import { HIDDEN_LINK } from '#contract/texts.ts'
import { notFound } from '../http/errors.ts'
import { type Route, route } from '../http/handler.ts'
import type { Outbox } from './outbox.repository.ts'

type StoredMail = NonNullable<Awaited<ReturnType<Outbox['byId']>>>

const headOf = ({ id, channel, recipient, subject, sent_at }: Omit<StoredMail, 'body'>) => ({
  mailId: id,
  channel,
  recipient,
  subject,
  sentAt: sent_at.getTime(),
})

const withoutLinks = (text: string): string => text.replaceAll(/\bhttps?:\/\/\S+/gi, HIDDEN_LINK)

/**
 * The outbox (OPEN-03): each caller reads mails to users below. Only where no mail server is configured do links have to be passed
 * on by hand, so only there they are shown.
 */
export const mailRoutes = ({
  outbox,
  hasMailServer,
}: {
  outbox: Outbox
  hasMailServer: boolean
}): Route[] => [
  route(mailOutbox, async ({ caller }) => ({ mails: (await outbox.list(caller.role)).map(headOf) })),
  route(mailMessage, async ({ params: { mailId }, caller }) => {
    const mail = await outbox.byId(caller.role, mailId)
    if (mail === undefined) throw notFound()
    return { ...headOf(mail), mailText: hasMailServer ? withoutLinks(mail.body) : mail.body }
  }),
]
