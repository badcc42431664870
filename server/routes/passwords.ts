import { mailMessage, mailOutbox } from '#contract/calls/mail.ts'
import { forgotPassword, resetPassword } from '#contract/calls/session.ts'
import { changePassword } from '#contract/calls/settings.ts'
import type { PasswordCare } from '../identity/password-care.ts'
import type { Outbox } from '../mail/outbox.ts'
import { notFound, Refusal } from '../services/refusal.ts'
import { type Route, route } from './handler.ts'

const tooMany = (retryAfterS: number) =>
  new Refusal(429, 'Too many tries. Please try again later.', {
    headers: { 'retry-after': String(retryAfterS) },
  })

/** Passwords that were forgotten or are to be changed, and the mails about them. */
export const passwordRoutes = ({ care, outbox }: { care: PasswordCare; outbox: Outbox }): Route[] => [
  route(forgotPassword, async ({ body: { account }, request }) => {
    const retryAfterS = care.forgot(account, request.ip)
    if (retryAfterS !== null) throw tooMany(retryAfterS)
    return { message: 'If the account exists a reset link was sent' }
  }),
  route(resetPassword, async ({ body: { code, newPassword } }) => {
    if (!(await care.reset(code, newPassword)))
      throw new Refusal(400, 'This link is no longer valid. Ask for a new one.')
    return { message: 'The password was changed. Log in with the new one.' }
  }),
  route(changePassword, async ({ body, caller, request }) => {
    const login = { userId: caller.userId, family: request.session?.family ?? '', address: request.ip }
    const changed = await care.change(login, body)
    if (typeof changed === 'object') throw tooMany(changed.retryAfterS)
    if (!changed) throw new Refusal(400, 'The current password is not right.')
    return { message: 'The password was changed. Other devices are logged out.' }
  }),
  route(mailOutbox, async () => ({
    mails: (await outbox.list()).map(({ id, recipient, subject, sent_at }) => ({
      ...{ mailId: id, recipient, subject, sentAt: sent_at.getTime() },
    })),
  })),
  route(mailMessage, async ({ params: { mailId } }) => {
    const mail = await outbox.byId(mailId)
    if (mail === undefined) throw notFound()
    const { recipient, subject, body, sent_at } = mail
    return { mailId, recipient, subject, sentAt: sent_at.getTime(), mailText: body }
  }),
]
