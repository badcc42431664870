import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { isLoopback } from '#domain/loopback.ts'
import { IDENTITY } from './identity/limits.ts'
import { weaknessOf } from './identity/passwords.ts'
import type { SmsSettings } from './mail/sms-gateway.ts'
import type { SmtpSettings } from './mail/smtp.ts'

/** The settings that the server reads from environment variables. */
export type Configuration = {
  readonly port: number
  readonly host: string
  /** Whether `host` was chosen or is the default. */
  readonly isHostChosen: boolean
  readonly projectDir: string
  readonly databaseUrl: string | undefined
  /** Whether other machines reach it: where it listens, at PUBLIC_URL, or through a trusted proxy. */
  readonly isOnNetwork: boolean
  readonly isDemo: boolean
  /** The password of the demo users, if one was chosen. */
  readonly demoPassword: string | undefined
  /** Days of history that the demo creates. */
  readonly demoDays: number
  readonly logLevel: string
  readonly clientDir: string
  readonly environmentFile: string
  readonly manualFile: string
  /** The folder of the folders of languages, which the mails are read from. */
  readonly textsDir: string
  /** Address of the payment portal (PayHub), the same for every company. */
  readonly paymentUrl: string | undefined
  /** Address of the portal for links in mails, without a trailing slash. */
  readonly publicUrl: string | undefined
  /** The mail server; without one, mails stay in the outbox. */
  readonly smtp: SmtpSettings | undefined
  /** The SMS gateway; without one, SMS stay in the outbox. */
  readonly sms: SmsSettings | undefined
  /** Proxies that are trusted to name a client's address; none by default. */
  readonly trustedProxies: readonly string[]
  /** Life of an access token in seconds. */
  readonly accessTokenLifeS: number
  /** The secret that the identity provider has given to the portal, if any. */
  readonly ssoClientSecret: string | undefined
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

type NumberSetting = {
  readonly what: string
  readonly from: number
  readonly to: number
  readonly otherwise: number
}

const NUMBERS = {
  PORT: { what: 'number', from: 0, to: 65_535, otherwise: 8080 },
  DEMO_DAYS: { what: 'number of days', from: 1, to: 30, otherwise: 30 },
  // Clients renew tokens at most every ten seconds, so a shorter life would leave them without one.
  ACCESS_TOKEN_LIFE_S: {
    what: 'number of seconds',
    from: 12,
    to: 3600,
    otherwise: IDENTITY.accessTokenLifeS,
  },
} satisfies Record<string, NumberSetting>

const numberOf = (variables: NodeJS.ProcessEnv, name: keyof typeof NUMBERS): number => {
  const { what, from, to, otherwise }: NumberSetting = NUMBERS[name]
  const text = variables[name] || undefined
  if (text === undefined) return otherwise
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= from && value <= to) return value
  throw new Error(`${name} must be a ${what} from ${from} to ${to}, not '${text}'.`)
}

const oneOf = (name: string, value: string, known: readonly string[]): string => {
  if (known.includes(value)) return value
  throw new Error(`${name} must be one of ${known.join(', ')}, not '${value}'.`)
}

const paymentUrlOf = (text: string | undefined): string | undefined => {
  if (text === undefined || text === '') return undefined
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return text
  throw new Error(`PAYMENT_URL must be an address that begins with https://, not '${text}'.`)
}

const publicUrlOf = (text: string | undefined): string | undefined => {
  if (text === undefined || text === '') return undefined
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, '')
  throw new Error(`PUBLIC_URL must be an address that begins with https:// or http://, not '${text}'.`)
}

const smtpOf = (url: string | undefined, from: string | undefined): SmtpSettings | undefined => {
  if (url === undefined || url === '') return undefined
  // The address may contain a password, so no message repeats it.
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw new Error('SMTP_URL must be an address like smtp://user:password@mail.example:587, or smtps://…')
  if (from === undefined || !/^[^\r\n]*[^\s@]+@[^\s@]+$/.test(from))
    throw new Error(
      'MAIL_FROM must be the sender of mails where SMTP_URL is set: Roadbook <portal@fleet.example>',
    )
  return { url, from }
}

const smsOf = (variables: NodeJS.ProcessEnv): SmsSettings | undefined => {
  const url = variables['SMS_URL'] || undefined
  const token = variables['SMS_TOKEN'] || undefined
  const from = variables['SMS_FROM'] || undefined
  if (url === undefined) return undefined
  const { protocol, hostname, username, password } = URL.canParse(url)
    ? new URL(url)
    : { protocol: '', hostname: '', username: '', password: '' }
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  // Address and token may be secrets, so no message repeats them.
  if (!isSafe || username !== '' || password !== '')
    throw new Error(
      'SMS_URL must be an address that begins with https://, or http:// on this machine, without a user and password.',
    )
  if (token === undefined || !/^[\x21-\x7e]+$/.test(token))
    throw new Error('SMS_TOKEN must be the token of the SMS gateway where SMS_URL is set, without spaces.')
  if (from === undefined || !/^\+?[A-Za-z0-9 -]{1,20}$/.test(from))
    throw new Error(
      `SMS_FROM must be the sender of SMS where SMS_URL is set, a number or up to 20 letters and digits, not '${from ?? ''}'.`,
    )
  return { url, token, from }
}

const demoPasswordOf = (text: string | undefined): string | undefined => {
  if (text === undefined || text === '') return undefined
  const weakness = weaknessOf(text)
  if (weakness === null) return text
  // The message must not repeat it.
  throw new Error(`DEMO_PASSWORD cannot be used. ${weakness}`)
}

const proxiesOf = (text: string | undefined): readonly string[] => {
  const proxies = (text ?? '')
    .split(',')
    .map((proxy) => proxy.trim())
    .filter((proxy) => proxy !== '')
  const wrong = proxies.find((proxy) => {
    const [address = '', bits, ...rest] = proxy.split('/')
    const maxBits = isIP(address) === 6 ? 128 : 32
    return (
      isIP(address) === 0 ||
      rest.length > 0 ||
      (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= maxBits))
    )
  })
  if (wrong === undefined) return proxies
  throw new Error(
    `TRUSTED_PROXIES must be addresses such as 10.0.0.5 or 10.0.0.0/24, separated by commas, not '${wrong}'.`,
  )
}

/** The project's folder. Bundled programs are told it, because they lie elsewhere than the sources. */
export const projectDirOf = (variables: NodeJS.ProcessEnv): string =>
  variables['ROADBOOK_PROJECT'] ?? resolve(import.meta.dirname, '..')

/**
 * Reads the environment variables of the server.
 * In demo mode the server listens on this machine only, unless HOST is set; without it, demo users are disabled.
 * @throws Error that names the wrong variable.
 */
export const readConfiguration = (variables: NodeJS.ProcessEnv): Configuration => {
  const projectDir = projectDirOf(variables)
  const isDemo = oneOf('DEMO', (variables['DEMO'] || 'on').toLowerCase(), ['on', 'off']) === 'on'
  const chosenHost = variables['HOST'] || undefined
  const host = chosenHost ?? (isDemo ? '127.0.0.1' : '0.0.0.0')
  const publicUrl = publicUrlOf(variables['PUBLIC_URL'])
  const trustedProxies = proxiesOf(variables['TRUSTED_PROXIES'])
  const publicHost = publicUrl === undefined ? host : new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  return {
    port: numberOf(variables, 'PORT'),
    host,
    isHostChosen: chosenHost !== undefined,
    isOnNetwork: !isLoopback(host) || !isLoopback(publicHost) || trustedProxies.length > 0,
    projectDir,
    databaseUrl: variables['DATABASE_URL'] || undefined,
    isDemo,
    demoPassword: demoPasswordOf(variables['DEMO_PASSWORD']),
    demoDays: numberOf(variables, 'DEMO_DAYS'),
    logLevel: oneOf('LOG_LEVEL', variables['LOG_LEVEL'] || 'warn', LOG_LEVELS),
    clientDir: join(projectDir, 'dist', 'client'),
    environmentFile: join(projectDir, 'public', 'env.json'),
    manualFile: join(projectDir, 'docs', 'user-manual.md'),
    textsDir: join(projectDir, 'src', 'texts'),
    paymentUrl: paymentUrlOf(variables['PAYMENT_URL']),
    publicUrl,
    smtp: smtpOf(variables['SMTP_URL'], variables['MAIL_FROM']),
    sms: smsOf(variables),
    trustedProxies,
    accessTokenLifeS: numberOf(variables, 'ACCESS_TOKEN_LIFE_S'),
    ssoClientSecret: variables['SSO_CLIENT_SECRET'] || undefined,
  }
}
