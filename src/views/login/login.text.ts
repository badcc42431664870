export const LOGIN = {
  title: 'Log in',
  lead: 'Your fleet, live and on record.',
  userName: 'User name',
  password: 'Password',
  submit: 'Log in',
  forgot: 'Forgot password',
  showPassword: 'Show characters',
  capsLock: 'Caps Lock is on',
  away: 'The server cannot be reached. Check the connection and try again.',
  failed: 'Logging in did not work. Please try again.',
  userNameMissing: 'Enter your user name',
  passwordMissing: 'Enter your password',
} as const
