export const LOGIN = {
  title: 'Log in',
  lead: 'Your fleet, live and on record.',
  userName: 'User name',
  password: 'Password',
  submit: 'Log in',
  forgot: 'Forgot password',
  showPassword: 'Show characters',
  capsLock: 'Caps Lock is on',
  userNameMissing: 'Enter your user name',
  passwordMissing: 'Enter your password',
} as const
