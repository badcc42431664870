/**
 * The mails to users, as messages in the syntax of ICU MessageFormat. Their translations are the files `mail.json` in
 * `src/texts`, which the server reads.
 */
export const MAIL_TEXTS = {
  passwordReset: {
    subject: 'Choose a new password',
    text: `Hello {firstName},

Someone requested a new password for your {product} account. If it was you, choose one here within {minutes} minutes:

{link}

The link works only once. If it was not you, ignore this mail: your password stays the same.
`,
  },
  lockout: {
    subject: 'Wrong passwords for your account',
    text: `Hello {firstName},

Somebody entered {tries} wrong passwords for your {product} account {userName}. Nobody can log in to it for up to {minutes} minutes now, except with a browser in which you have logged in before.

Your password was not found out and stays the same. If it was you, wait {minutes} minutes, or choose a new password with “Forgot password” on the login page. If it was not you and this happens again, tell your administrator.
`,
  },
} as const
export type MailKind = keyof typeof MAIL_TEXTS
