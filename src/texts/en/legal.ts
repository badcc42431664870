/** One numbered section: a heading and its paragraphs. */
export type LegalSection = { readonly heading: string; readonly paragraphs: readonly string[] }

/** A legal document as it is shown. */
export type LegalText = { readonly lead: string; readonly sections: readonly LegalSection[] }

/** Whom the text speaks of, and how they are reached; contact texts are empty where nothing is configured. */
export type LegalParties = { readonly product: string; readonly phone: string; readonly email: string }

/** How support is reached, as a part of a sentence. */
export const supportContact = ({ phone, email }: LegalParties): string => {
  const contacts = [
    email === '' ? '' : `by e-mail at ${email}`,
    phone === '' ? '' : `by telephone on ${phone}`,
  ]
  return (
    contacts.filter((contact) => contact !== '').join(' or ') || 'through the operator of your installation'
  )
}
