import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { MAIL_TEXTS, type MailKind } from '#contract/mail-texts.ts'

/** The texts of one kind by their names, such as `subject` and `text`. */
type TextsOf<TKind extends MailKind> = Readonly<Record<keyof (typeof MAIL_TEXTS)[TKind], string>>
type MailCatalogue = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>

/**
 * The texts of a kind in a language by its tag (BCP 47); in English where that has none of it, and for null. Rejects where a catalogue
 * cannot be read.
 */
export type MailTexts = <TKind extends MailKind>(
  kind: TKind,
  language: string | null,
  values: Readonly<Record<string, string | number>>,
) => Promise<TextsOf<TKind>>

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Reads the texts from the folders of languages in `dir`: a language is one folder, for the portal and for mails. */
export const createMailTexts = ({ dir }: { dir: string }): MailTexts => {
  const catalogueOf = async (tag: string | undefined): Promise<MailCatalogue> => {
    if (tag === undefined) return {}
    try {
      return JSON.parse(await readFile(join(dir, tag, 'mail.json'), 'utf8'))
    } catch (error) {
      if (isMissing(error)) return {}
      throw error
    }
  }
  return async <TKind extends MailKind>(
    kind: TKind,
    language: string | null,
    values: Readonly<Record<string, string | number>>,
  ) => {
    // The language alone: a tag with parts that do not fit would end the mail.
    const tag = /^[a-z]{2,3}(?=-|$)/i.exec(language ?? '')?.[0].toLowerCase()
    const translated = (await catalogueOf(tag))[kind]
    const texts = Object.entries(MAIL_TEXTS[kind]).map(([name, english]) => {
      const translation = translated?.[name]
      const [message, locale] = translation ? [translation, tag] : [english, 'en']
      const format = new IntlMessageFormat(message, locale, undefined, { ignoreTag: true })
      return [name, String(format.format(values))]
    })
    return Object.fromEntries(texts) as TextsOf<TKind>
  }
}
