import { expect, test } from 'vitest'
import { createMailTexts } from '#server/mail/mail-texts.ts'
import { PROJECT } from '../../../scripts/lib/command.mjs'

const mailTexts = createMailTexts({ dir: `${PROJECT}/src/texts` })
const subjectIn = async (language: string | null) =>
  (
    await mailTexts('passwordReset', language, {
      ...{ firstName: 'Asha', product: 'Roadbook', link: 'https://portal.example/x', minutes: 30 },
    })
  ).subject

test.each(['hi', 'hi-IN', 'HI-in', 'hi-zz-zz', 'hi-a1', 'hi-u'])(
  'a mail in %s is in Hindi, whatever follows the language',
  async (tag) => expect(await subjectIn(tag)).toBe('नया पासवर्ड चुनें'),
)

test.each([null, '', 'en-1a', 'xx-zz-zz', 'x', '../hi', 'hindi', 'hi\0', 'ｈｉ'])(
  'a mail in %j is in English',
  async (tag) => expect(await subjectIn(tag)).toBe('Choose a new password'),
)
