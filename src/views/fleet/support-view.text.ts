export const SUPPORT_VIEW = {
  title: 'Support view',
  readOnly: 'Read only',
  company: 'Company',
  allCompanies: 'All companies',
  user: 'User',
  allUsers: 'All users',
  noUsers: 'No users',
  loading: 'Loading…',
  userNamed: (name: string, role: string) => `${name} (${role})`,
  away: 'The list could not be loaded. Check the connection and try again.',
  retry: 'Retry',
} as const
