/** The legal documents. */
export type LegalDocument = 'privacy' | 'terms'

export const LEGAL = {
  privacy: 'Privacy policy',
  terms: 'Terms and Conditions',
  sections: 'Sections',
  close: 'Close',
} as const

export const FOOTER = {
  help: 'Help',
  phone: 'Telephone',
  email: 'E-mail',
  phoneMissing: 'Support telephone: not configured',
  emailMissing: 'Support e-mail: not configured',
  copyright: (year: number, product: string) => `© ${year} ${product}. All rights reserved.`,
  about: 'About and legal',
  closeAbout: 'Close',
} as const
