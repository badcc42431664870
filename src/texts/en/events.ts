import { ALERT_NAME } from '#domain/alerts.ts'
import { EVENT_NAME } from '#domain/fix.ts'
import { texts } from '../texts.ts'

/** The names of the event codes (PLT-08). */
export const EVENTS = texts('events.events', EVENT_NAME)

/** The names of the alert codes (ALR-01). */
export const ALERTS = texts('events.alerts', ALERT_NAME)

/** What an alert is about (PLT-06). */
export const ALERT_DETAILS = texts('events.details', {
  entered: 'Entered {fence}',
  left: 'Left {fence}',
  leftAfter: 'Left {fence} after {duration}',
  lasted: 'for {duration}',
  lastsOver: 'for over {duration}',
})

/** The name of an alert by its label, which is an event code or an alert code; `name` where it is neither. */
export const alertText = (label: string, name: string): string => {
  const known: Readonly<Record<string, string>> | undefined = [EVENTS, ALERTS].find((names) =>
    Object.hasOwn(names, label),
  )
  return known?.[label] ?? name
}
