import { texts } from '../texts.ts'
export const SHELL = texts('app.shell', {
  menu: 'Main menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  beta: 'BETA',
  lightTheme: 'Light theme',
  darkTheme: 'Dark theme',
  profile: 'Profile',
  logOut: 'Log out',
  language: 'Language',
  payHub: 'PayHub',
  switchProfile: 'SWITCH PROFILE',
  reconnecting: 'Reconnecting…',
  actingFor: 'Acting for {name} ({role})',
  minutesLeft: '{minutes, plural, one {# minute left} other {# minutes left}}',
  starting: 'Starting…',
  road: 'Road',
  alertsFound: '{count, plural, one {# new alert} other {# new alerts}} at the last check',
  sidebars: { profile: 'Profiles', reports: 'Reports' },
  toMap: 'Open the fleet map',
  toUserSelection: 'Choose a user',
  toPage: 'Open {page}',
  toLogin: 'Log in',
  notBuilt: '{page} is not built yet',
  notBuiltText: 'Live tracking and route playback are ready on the fleet map.',
  thisPage: 'This page',
  notFoundText: 'There is no page at this address.',
  deniedText: 'Your role does not include this page. Ask your administrator if you need it.',
})

/** The legal documents. */
export type LegalDocument = 'privacy' | 'terms'

export const LEGAL = texts('app.legal', {
  privacy: 'Privacy policy',
  terms: 'Terms and Conditions',
  sections: 'Sections',
})

export const FOOTER = texts('app.footer', {
  help: 'Help',
  phone: 'Telephone',
  email: 'E-mail',
  phoneMissing: 'Support telephone: not configured',
  emailMissing: 'Support e-mail: not configured',
  copyright: '© {year} {product}. All rights reserved.',
  about: 'About and legal',
  notices: 'Third-party notices',
})

export const CRASH = texts('app.crash', {
  title: 'This page has failed',
  advice:
    'A part of it could not be loaded or shown. Load it again. What is saved is not lost; what was being typed may be.',
  reload: 'Load the page again',
})

export const BLOCKED = texts('app.blocked', {
  title: 'The portal cannot start',
  advice:
    'Its settings could not be read. Check the connection and try again. If the problem persists, send your administrator the message below.',
})
