export const SHELL = {
  menu: 'Main menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  help: 'Help',
  beta: 'BETA',
  lightTheme: 'Light theme',
  darkTheme: 'Dark theme',
  profile: 'Profile',
  logOut: 'Log out',
  payHub: 'PayHub',
  switchProfile: 'SWITCH PROFILE',
  reconnecting: 'Reconnecting…',
  actingFor: (name: string, role: string) => `Acting for ${name} (${role})`,
  minutesLeft: (minutes: number) => (minutes === 1 ? '1 minute left' : `${minutes} minutes left`),
  starting: 'Starting…',
  road: 'Road',
  sidebars: { profile: 'Profiles', reports: 'Reports' },
  toMap: 'Open the fleet map',
  toUserSelection: 'Choose a user',
  toPage: (page: string) => `Open ${page}`,
  toLogin: 'Log in',
  notBuilt: (page: string) => `${page} is not built yet`,
  notBuiltText: 'Live tracking and route playback are ready on the fleet map.',
  thisPage: 'This page',
  notFoundText: 'There is no page at this address.',
  deniedText: 'Your role does not include this page. Ask your administrator if you need it.',
} as const

/** The legal documents. */
export type LegalDocument = 'privacy' | 'terms'

export const LEGAL = {
  privacy: 'Privacy policy',
  terms: 'Terms and Conditions',
  sections: 'Sections',
} as const

export const FOOTER = {
  help: 'Help',
  phone: 'Telephone',
  email: 'E-mail',
  phoneMissing: 'Support telephone: not configured',
  emailMissing: 'Support e-mail: not configured',
  copyright: (year: number, product: string) => `© ${year} ${product}. All rights reserved.`,
  about: 'About and legal',
  notices: 'Third-party notices',
} as const

export const BLOCKED = {
  title: 'The portal cannot start',
  advice:
    'Its settings could not be read. Check the connection and try again. If the problem persists, send your administrator the message below.',
} as const
