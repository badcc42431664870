import { alertPath } from '#contract/links/alerts.ts'
import { settingOf } from '#contract/records/alert-settings.ts'
import type { Preferences } from '#contract/records/preferences.ts'
import { alertFigure, alertMeasure } from '#domain/alerts.ts'
import { roundDegrees } from '#domain/rounding.ts'
import { FIGURE_LOCALE, figureText, SHOWN_FIGURES } from '#domain/shown-figures.ts'
import { dateTimeText } from '#domain/zone-time.ts'
import type { MailTexts } from '../mail/mail-texts.ts'
import type { DueMessage, NotifiedAlert } from './due-deliveries.repository.ts'
import { NOTIFYING } from './notification-limits.ts'

/** How the reader wants it. */
type Reading = Omit<Preferences, 'dashboard'>

/** What a notification says; `subject` stands for an SMS in the outbox. */
export type NotificationText = { readonly subject: string; readonly text: string }

/** Most characters of an SMS: of the GSM alphabet, and of another in two parts. */
const SMS_LENGTH = { gsm: 160, other: 2 * 67 } as const
/** Most characters of a name in an SMS. */
const NAME_LENGTH = 30

/** The characters of GSM 03.38 that take one place. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/

const lengthOf = (text: string): number => (GSM.test(text) ? SMS_LENGTH.gsm : SMS_LENGTH.other)
/** Cut without dividing a character of two code units. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
/** Names come from users, so that nothing of them may look like a line of ours. */
const oneLine = (text: string): string => text.replace(/\s+|\p{Cc}/gu, ' ').trim()

type FigureName = 'km' | 'mi' | 'rpm' | 'litre' | 'usGallon' | 'imperialGallon' | 'minutes' | 'seconds'

/** An alert's figure in the user's units, and the name of its text: its measure, or else how long it lasts; null where it has neither. */
const figureOf = (
  { type, value, durationS }: NotifiedAlert,
  units: Reading,
): { kind: string; name: FigureName; figure: string } | null => {
  // Of a fence it is said which, and not how fast.
  if (type === 'GEOFENCEINOUT') return null
  const measure = alertMeasure(type)
  const unit = measure === null ? null : SHOWN_FIGURES[measure].unit
  if (measure !== null && value !== null) {
    const figure = figureText(measure, value, { units, locale: FIGURE_LOCALE })
    if (unit === 'speed') return { kind: unit, name: units.distance, figure }
    if (unit === 'engineSpeed') return { kind: unit, name: 'rpm', figure }
    if (unit === 'volume') return { kind: unit, name: units.volume, figure }
  }
  if (durationS === null || (measure === null && alertFigure(type) !== 'duration')) return null
  return durationS < 60
    ? { kind: 'duration', name: 'seconds', figure: String(Math.floor(durationS)) }
    : { kind: 'duration', name: 'minutes', figure: String(Math.floor(durationS / 60)) }
}

/** The limit that raised an alert, in the user's units, and the name of its text; null where its type has none. */
const limitOf = (
  { type, threshold }: NotifiedAlert,
  units: Reading,
): { name: FigureName; figure: string } | null => {
  const written = (figure: 'speedLimit' | 'volumeLimit') =>
    figureText(figure, threshold, { units, locale: FIGURE_LOCALE })
  switch (settingOf(type).valueIn) {
    case 'kmph':
      return { name: units.distance, figure: written('speedLimit') }
    case 'ltrs':
      return { name: units.volume, figure: written('volumeLimit') }
    case 'mins':
      return { name: 'minutes', figure: String(threshold) }
    case 'seconds':
      return { name: 'seconds', figure: String(threshold) }
    case null:
      return null
  }
}

/** Writes notifications in the user's language and units. `portalUrl` has no slash at its end; times are those of the company. */
export const createNotificationTexts = ({
  mailTexts,
  productName,
  portalUrl,
}: {
  mailTexts: MailTexts
  productName: () => Promise<string>
  portalUrl: () => string
}) => {
  const linkTo = (alert: Parameters<typeof alertPath>[0]): string => `${portalUrl()}${alertPath(alert)}`
  const common = async () => ({
    product: oneLine(await productName()),
    settingsLink: `${portalUrl()}/settings`,
  })
  const nameOf = async (alert: NotifiedAlert, language: string | null): Promise<string> => {
    const names = await mailTexts('alertTypes', language, {})
    if (alert.type !== 'GEOFENCEINOUT') return names[alert.type]
    return alert.crossing === 'OUT' ? names.GEOFENCE_OUT : names.GEOFENCE_IN
  }

  const withUnit = async (shown: { name: FigureName; figure: string }, language: string | null) =>
    (await mailTexts('alertFigures', language, { figure: shown.figure }))[shown.name]
  /** What an alert was, with the limit that raised it where it has one, whatever its user has chosen since. */
  const withLimit = async (what: string, alert: NotifiedAlert, preferences: Reading): Promise<string> => {
    const limit = limitOf(alert, preferences)
    if (limit === null) return what
    const { language } = preferences
    return (await mailTexts('alertLimit', language, { what, limit: await withUnit(limit, language) })).text
  }

  const ofAlert = async (alert: NotifiedAlert, timeZone: string, preferences: Reading) => {
    const { language } = preferences
    const figure = figureOf(alert, preferences)
    const values = {
      ...(await common()),
      type: await nameOf(alert, language),
      registration: cut(oneLine(alert.registration), NAME_LENGTH),
      time: dateTimeText(alert.time, timeZone),
      figureKind: figure?.kind ?? 'none',
      figure: figure === null ? '' : await withLimit(await withUnit(figure, language), alert, preferences),
      place: `${roundDegrees(alert.lat)}, ${roundDegrees(alert.lng)}`,
      link: linkTo({ type: alert.type, alertId: Number(alert.alertId) }),
    }
    return async (fence: string) =>
      mailTexts('alert', language, { ...values, hasFence: fence === '' ? 'no' : 'yes', fence })
  }

  const mailOfAlert = async (alert: NotifiedAlert, timeZone: string, preferences: Reading) => {
    const { subject, text } = await (await ofAlert(alert, timeZone, preferences))(oneLine(alert.fence ?? ''))
    return { subject, text }
  }

  const smsOfAlert = async (alert: NotifiedAlert, timeZone: string, preferences: Reading) => {
    const withFence = await ofAlert(alert, timeZone, preferences)
    const [named, bare] = [await withFence(cut(oneLine(alert.fence ?? ''), NAME_LENGTH)), await withFence('')]
    // A name in another alphabet than the text would shorten the whole.
    const isWorse = GSM.test(bare.sms) && !GSM.test(named.sms)
    const { subject, sms } = isWorse ? bare : named
    return { subject, text: cut(sms, lengthOf(sms)) }
  }

  const ofSummary = async ({ channel, alerts, timeZone }: DueMessage, preferences: Reading) => {
    const { language } = preferences
    const names = new Map<string, string>()
    const counts = new Map<string, number>()
    for (const alert of alerts) {
      const kind = `${alert.type} ${alert.crossing} ${alert.threshold}`
      const name = names.get(kind) ?? (await withLimit(await nameOf(alert, language), alert, preferences))
      names.set(kind, name)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    const times = alerts.map(({ time }) => time).sort((a, b) => a - b)
    const { subject, text, sms } = await mailTexts('alertSummary', language, {
      ...(await common()),
      limit: NOTIFYING.perHour,
      count: alerts.length,
      from: dateTimeText(times[0] ?? 0, timeZone),
      to: dateTimeText(times.at(-1) ?? 0, timeZone),
      list: [...counts].map(([name, count]) => `${name}: ${count}`).join('\n'),
      link: linkTo(null),
    })
    return { subject, text: channel === 'sms' ? cut(sms, lengthOf(sms)) : text }
  }

  return (message: DueMessage, preferences: Reading): Promise<NotificationText> => {
    const { alerts, channel, timeZone, isSummary } = message
    if (isSummary) return ofSummary(message, preferences)
    const write = channel === 'sms' ? smsOfAlert : mailOfAlert
    return write(alerts[0], timeZone, preferences)
  }
}
