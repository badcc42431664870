import { texts } from '../texts.ts'
export const SUPPORT = texts('support.selection', {
  title: 'Customer support',
  lead: 'Choose a user to see the portal as they do. Access lasts 30 minutes. Every request is logged, and the customer reads who entered, why, and what was changed.',
  role: 'Role',
  rolePlaceholder: 'Choose a role',
  search: 'Search users',
  reason: 'Reason',
  reasonPlaceholder: 'Ticket number, or who requested it',
  reasonMissing: 'Say why access is needed: a ticket number, or who asked for it.',
  users: 'Users',
  userName: 'User name',
  firstName: 'First name',
  company: 'Company',
  mobile: 'Mobile number',
  email: 'E-mail',
  choose: 'Choose',
  chooseNamed: 'Choose {name}',
  notShown: '–',
})

export const SUPPORT_VIEW = texts('support.view', {
  title: 'Support view',
  readOnly: 'Read only',
  company: 'Company',
  allCompanies: 'All companies',
  user: 'User',
  allUsers: 'All users',
  noUsers: 'No users',
  userNamed: '{name} ({role})',
  away: 'The list could not be loaded. Check the connection and try again.',
})
