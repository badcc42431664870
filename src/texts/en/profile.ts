import { texts } from '../texts.ts'
/** Texts of the own profile. */
export const PROFILE = texts('profile', {
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
  away: 'Your profile could not be loaded. Check the connection and try again.',
})
