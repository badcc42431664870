import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Role, rolesBelow } from '#contract/roles.ts'
import type { Tables } from '../db/tables.ts'

/** A plain-text mail to a user. */
export type Mail = {
  readonly userId: number
  readonly to: string
  readonly subject: string
  readonly text: string
}

const LINE_LENGTH = 76

const oneLine = (text: string): string => text.replace(/[\r\n\0]+/g, ' ').trim()

/** Characters in one encoded word of a header: four bytes each at most, and no more than 75 characters together (RFC 2047). */
const WORD_CHARACTERS = 10

/** The text of a header; in encoded words if it is not plain ASCII (RFC 2047). */
const headerText = (text: string): string => {
  const line = oneLine(text)
  if (/^[\x20-\x7e]*$/.test(line)) return line
  const characters = [...line]
  const words = Array.from({ length: Math.ceil(characters.length / WORD_CHARACTERS) }, (_, at) =>
    characters.slice(at * WORD_CHARACTERS, (at + 1) * WORD_CHARACTERS).join(''),
  )
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ')
}

/** The mail as a file for mail programs (RFC 5322). `at` is ms since 1970 UTC; `id` becomes part of the Message-ID. */
export const emlOf = (
  { to, subject, text }: Omit<Mail, 'userId'>,
  { from, at, id }: { from: string; at: number; id: string },
): string => {
  const body = Buffer.from(text.replace(/\r?\n/g, '\r\n')).toString('base64')
  const lines = body.match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g')) ?? []
  return [
    `From: ${headerText(from)}`,
    `To: ${oneLine(to)}`,
    `Subject: ${headerText(subject)}`,
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@portal.invalid>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...lines,
    '',
  ].join('\r\n')
}

/** Sends mails. The outbox, used without a mail server, stores them for an administrator to pass on. */
export type MailPort = { send(mail: Mail): Promise<void> }

/** A notification of alerts, as the outbox keeps it. `subject` stands for an SMS in the list. */
export type KeptNotification = Mail & { readonly channel: 'email' | 'sms' }

/** Limit of stored mails, and of stored notifications of alerts. Older rows are deleted; files of mails stay. */
const MAX_KEPT = 200

/** Stores mails as rows for the administrator's page, and those that are no notifications as files in `dir` for mail programs. */
export const createOutbox = ({
  db,
  dir,
  productName,
  now,
}: {
  db: Kysely<Tables>
  dir: string
  /** The sender's name. */
  productName: () => Promise<string>
  now: () => number
}) => {
  const keep = async (mail: KeptNotification, isAlert: boolean, at: number): Promise<number> => {
    const { id } = await db
      .insertInto('mail')
      .values({
        user_id: mail.userId,
        channel: mail.channel,
        is_alert: isAlert,
        recipient: mail.to,
        subject: mail.subject,
        body: mail.text,
        sent_at: new Date(at),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    // A flood of alerts must not push out a reset link.
    const ofKind = db.selectFrom('mail').select('id').where('is_alert', '=', isAlert)
    await db
      .deleteFrom('mail')
      .where('is_alert', '=', isAlert)
      .where('id', '<=', ofKind.orderBy('id', 'desc').offset(MAX_KEPT).limit(1))
      .execute()
    return id
  }
  const send: MailPort['send'] = async (mail) => {
    const at = now()
    const id = await keep({ ...mail, channel: 'email' }, false, at)
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const file = emlOf(mail, {
      from: `${oneLine(await productName())} <no-reply@portal.invalid>`,
      at,
      id: `${at}.${id}`,
    })
    await writeFile(join(dir, `${String(id).padStart(6, '0')}.eml`), file, { mode: 0o600 })
  }
  /** Mails to users whose effective role is below `reader`. */
  const mailsBelow = (reader: Role) =>
    db
      .selectFrom('mail')
      .innerJoin('app_user', 'app_user.id', 'mail.user_id')
      .where(sql`app_user.roles ->> 0`, 'in', rolesBelow(reader))
      .select(['mail.id', 'mail.channel', 'mail.recipient', 'mail.subject', 'mail.sent_at'])
  return {
    send,
    /** Keeps a notification as a row, without a file. */
    keepNotification: async (notification: KeptNotification): Promise<void> => {
      await keep(notification, true, now())
    },
    /** The newest first. */
    list: (reader: Role) =>
      mailsBelow(reader)
        .orderBy('mail.id', 'desc')
        .limit(2 * MAX_KEPT)
        .execute(),
    byId: (reader: Role, id: number) =>
      mailsBelow(reader).select('mail.body').where('mail.id', '=', id).executeTakeFirst(),
  }
}

export type Outbox = ReturnType<typeof createOutbox>
