import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { emlOf, type Mail } from './eml.ts'

/** Sends mails. The embedded one puts them aside for an administrator to pass on. */
export type MailPort = { send(mail: Mail): Promise<void> }

const FROM = 'Roadbook <no-reply@roadbook.invalid>'
/** Mails kept and listed; older ones go, and their files stay. */
const MOST_KEPT = 200

/** Mails as rows for the administrator's page and as files in `dir` that mail programs open. */
export const createOutbox = ({ db, dir, now }: { db: Kysely<Tables>; dir: string; now: () => number }) => {
  const send: MailPort['send'] = async (mail) => {
    const at = now()
    const { id } = await db
      .insertInto('mail')
      .values({ recipient: mail.to, subject: mail.subject, body: mail.text, sent_at: new Date(at) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .deleteFrom('mail')
      .where('id', '<=', id - MOST_KEPT)
      .execute()
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const file = emlOf(mail, { from: FROM, at, id: `${at}.${id}` })
    await writeFile(join(dir, `${String(id).padStart(6, '0')}.eml`), file, { mode: 0o600 })
  }
  const mails = db.selectFrom('mail').orderBy('id', 'desc').limit(MOST_KEPT)
  return {
    send,
    list: () => mails.select(['id', 'recipient', 'subject', 'sent_at']).execute(),
    byId: (id: number) => db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst(),
  }
}

export type Outbox = ReturnType<typeof createOutbox>
