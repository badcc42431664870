import type { AlertCode } from '#domain/alerts.ts'
import { wallClock } from '#domain/company-time.ts'
import { ordinalDateText } from '#domain/zone-time.ts'
import { currentConventions } from '../conventions.ts'
import { currentLanguage, ENGLISH, PSEUDO } from '../language.ts'
import { texts } from '../texts.ts'
import { ALERTS } from './events.ts'

/** Texts of the alert popup (ALR-40, ALR-41). */
export const ALERT_POPUP_TEXT = texts('alert-popup.popup', {
  title: 'New alerts',
  count: '{count, plural, one {# new alert} other {# new alerts}}',
  occurred: '{type} alert occurred for {registration} on {date}',
  showAll: 'Show all alerts',
  showOne: 'Show one alert',
  goTo: 'Go to alert',
  openList: 'Open the alert list',
  close: 'Close',
})

/** Texts of browser notifications. */
export const NOTIFICATION = texts('alert-popup.notification', {
  more: '{count, plural, one {# more alert} other {# more alerts}}',
  moreBody: 'Open the alert list to see them all.',
})

/** How this browser signals alerts. */
export const ALERT_SIGNALS = texts('alert-popup.signals', {
  title: 'Alerts in this browser',
  lead: 'For you alone, in this browser, besides the popup.',
  notify: 'Notify me while this page is hidden',
  sound: 'Play a sound for new alerts',
  denied:
    'Your browser blocks notifications from this site. Allow them in its settings for this site, then come back.',
  unsupported: 'This browser shows no notifications for this page.',
})

/** The name of an alert's type (ALR-01). */
export const alertTypeTitle = (type: AlertCode): string => ALERTS[type]

const dateOf = (time: number): string => {
  const { timeZone } = currentConventions()
  const { tag, locale } = currentLanguage()
  if (tag === ENGLISH || tag === PSEUDO) return ordinalDateText(time, timeZone)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
    wallClock(time, timeZone),
  )
}

type Alert = { readonly type: AlertCode; readonly registration: string; readonly time: number }

/** The sentence about an alert (ALR-40, CST-05), in the time zone of the page. `time` is ms since 1970 UTC. */
export const alertSentence = ({ type, registration, time }: Alert): string =>
  ALERT_POPUP_TEXT.occurred({ type: alertTypeTitle(type), registration, date: dateOf(time) })
