import { texts } from '../texts.ts'
/** Texts of the own profile. */
export const PROFILE = texts('profile.record', {
  title: 'My profile',
  lead: 'What the portal knows about you. An administrator can change it.',
  firstName: 'First name',
  userName: 'User name',
  role: 'Role',
  company: 'Company',
  mobile: 'Mobile number',
  email: 'E-mail',
  unknown: 'Not provided',
  password: 'Change password',
  otherPages: 'Pages of the fleets',
  away: 'Your profile could not be loaded. Check the connection and try again.',
})

/** How the user reads the portal. */
export const PREFERENCES = texts('profile.preferences', {
  title: 'Language and units',
  lead: 'For you alone, wherever you log in. Files you download keep kilometres and litres.',
  labels: {
    language: 'Language of the portal',
    distance: 'Distance and speed',
    volume: 'Fuel and AdBlue',
    economy: 'Fuel economy',
  },
  distance: { km: 'Kilometres', mi: 'Miles' },
  volume: { litre: 'Litres', usGallon: 'US gallons', imperialGallon: 'Imperial gallons' },
  economy: {
    kmpl: 'Kilometres per litre',
    litresPer100Km: 'Litres per 100 km',
    usMpg: 'Miles per US gallon',
    imperialMpg: 'Miles per imperial gallon',
  },
})
