import { texts } from '../texts.ts'
export const LOGIN = texts('session.login', {
  title: 'Log in',
  lead: 'Your fleet, live and on record.',
  userName: 'User name',
  password: 'Password',
  submit: 'Log in',
  forgot: 'Forgot password',
  capsLock: 'Caps Lock is on',
  failed: 'Login failed. Please try again.',
  userNameMissing: 'Enter your user name',
  passwordMissing: 'Enter your password',
  roads: 'Roads of India',
  or: 'or',
  singleSignOn: 'Continue with single sign-on',
  identity: {
    denied: 'You returned without signing in.',
    mismatch: 'This sign-in was not started in this tab, or it is already complete. Please start again.',
    expired: 'Signing in took too long. Please start again.',
    away: 'The sign-in service cannot be reached. Please try again later, or log in with your password.',
    failed: 'The sign-in service refused the request. Please try again, or contact your administrator.',
  },
})

export const RECOVERY = texts('session.recovery', {
  forgotTitle: 'Forgot password',
  forgotLead: 'We will send you a link to choose a new password.',
  account: 'User name or e-mail',
  accountMissing: 'Enter your user name or e-mail',
  send: 'Send the link',
  resetTitle: 'Choose a new password',
  save: 'Save the password',
  back: 'Back to login',
})
