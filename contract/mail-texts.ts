/**
 * The mails and SMS to users, as messages in the syntax of ICU MessageFormat. Their translations are the files `mail.json` in
 * `src/texts`, which the server reads. An SMS has at most 160 characters of the GSM alphabet, in a language that it does not know two
 * parts of 67.
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
  alert: {
    subject: '{type}: {registration}',
    text: `{type}: {registration}

Time: {time}
{figureKind, select, speed {Speed: {figure}
} engineSpeed {Engine speed: {figure}
} volume {Volume: {figure}
} duration {Duration: {figure}
} other {}}{hasFence, select, yes {Geofence: {fence}
} other {}}Place: {place}

Show it in {product}: {link}

You get this e-mail because your alert preferences in {product} ask for it. Change them there: {settingsLink}
`,
    sms: '{product}: {type}, {registration}, {time}{figureKind, select, none {} other {, {figure}}}{hasFence, select, yes {, {fence}} other {}}',
  },
  /** What an alert was, or its type in a summary, with the limit that raised it. */
  alertLimit: { text: '{what}, limit {limit}' },
  alertSummary: {
    subject: '{count, plural, one {# more alert} other {# more alerts}}',
    text: `After {limit} e-mails within an hour, {product} puts further alerts together. From {from} to {to} there {count, plural, one {was # more} other {were # more}}:

{list}

Show them in {product}: {link}

You get this e-mail because your alert preferences in {product} ask for it. Change them there: {settingsLink}
`,
    sms: '{product}: {count, plural, one {# more alert} other {# more alerts}} from {from} to {to}',
  },
  alertTypes: {
    GEOFENCE_IN: 'Geofence entered',
    GEOFENCE_OUT: 'Geofence left',
    STOPPAGE: 'Vehicle stoppage',
    IDLING: 'Vehicle idling',
    FUELFILL: 'Fuel fill',
    ENGINEOVERRUN: 'Engine overrun',
    NEUTRALDRIVING: 'Neutral driving',
    FUELDROP: 'Fuel drop',
    ADBLUEFAULT: 'AdBlue fault',
    ADBLUEZONE: 'AdBlue zone',
    ADBLUELOW: 'AdBlue low',
    OVERSPEED: 'Overspeed',
    DPFREGEN: 'DPF regen',
  },
  alertFigures: {
    km: '{figure} kmph',
    mi: '{figure} mph',
    rpm: '{figure} rpm',
    litre: '{figure} ltrs',
    usGallon: '{figure} gal (US)',
    imperialGallon: '{figure} gal (imp.)',
    minutes: '{figure} min',
    seconds: '{figure} sec',
  },
} as const
export type MailKind = keyof typeof MAIL_TEXTS
