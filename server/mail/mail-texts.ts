import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { MAIL_TEXTS, type MailKind } from '#contract/mail-texts.ts'

type MailText = { readonly subject: string; readonly text: string }
type MailCatalogue = Readonly<Partial<Record<MailKind, Partial<MailText>>>>

/**
 * A mail in a language by its tag (BCP 47); in English where that has none of it, and for null. Rejects where a catalogue cannot be
 * read.
 */
export type MailTexts = (
  kind: MailKind,
  language: string | null,
  values: Readonly<Record<string, string | number>>,
) => Promise<MailText>

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Reads the texts from the folders of languages in `dir`: a language is one folder, for the portal and for mails. */
export const createMailTexts = ({ dir }: { dir: string }): MailTexts => {
  const catalogueOf = async (language: string | null): Promise<MailCatalogue> => {
    const tag = /^[a-z]{2,3}(?=-|$)/i.exec(language ?? '')?.[0].toLowerCase()
    if (tag === undefined) return {}
    try {
      return JSON.parse(await readFile(join(dir, tag, 'mail.json'), 'utf8'))
    } catch (error) {
      if (isMissing(error)) return {}
      throw error
    }
  }
  return async (kind, language, values) => {
    const english = MAIL_TEXTS[kind]
    const translated = (await catalogueOf(language))[kind]
    const format = (part: keyof MailText): string => {
      const translation = translated?.[part]
      const [message, locale] = translation ? [translation, language ?? 'en'] : [english[part], 'en']
      return String(new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).format(values))
    }
    return { subject: format('subject'), text: format('text') }
  }
}
