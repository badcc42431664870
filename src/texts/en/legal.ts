import { texts } from '../texts.ts'

/** Whom the texts speak of, and how they are reached; contact texts are empty where nothing is configured. */
export type LegalParties = { readonly product: string; readonly phone: string; readonly email: string }

const CONTACT = texts('legal.contact', {
  both: 'by e-mail at {email} or by telephone on {phone}',
  email: 'by e-mail at {email}',
  phone: 'by telephone on {phone}',
  none: 'through the operator of your installation',
})

/** How support is reached, as a part of a sentence. */
export const supportContact = ({ phone, email }: LegalParties): string => {
  if (phone !== '' && email !== '') return CONTACT.both({ phone, email })
  if (email !== '') return CONTACT.email({ email })
  return phone === '' ? CONTACT.none : CONTACT.phone({ phone })
}
