import { texts } from '../texts.ts'

/** By whose alerts scores are (DRV-04). */
export const SCORED_BY_TEXT = texts('scored-by.note', {
  own: 'By your alerts: {alerts}',
  ownNone: 'By your alerts: none that counts is selected',
  company: 'By your company’s alerts: {alerts}',
  companyNone: 'By your company’s alerts: none',
  showCompany: 'Show the company’s score',
  showOwn: 'Show by your alerts',
  set: 'Your company chose its alerts on {date}.',
  setBy: '{by} chose your company’s alerts on {date}.',
})

/** The tab in which a company chooses its alerts (OPEN-90). */
export const SCORED_ALERTS_TEXT = texts('scored-by.tab', {
  lead: 'Your company’s driving score counts these alerts, for all its users. Whoever has selected other alerts sees a score by those, with the company’s beside it. Harsh manoeuvres that trucks report count always.',
  readOnly: 'An admin of your company chooses them.',
  on: 'counts',
  off: 'does not count',
})

/** What a driver can do about each alert. */
export const SCORED_ALERT_HINT = texts('scored-by.hints', {
  OVERSPEED: 'How much of the driving time is above {limit}, and by how much',
  NEUTRALDRIVING: 'How much of the driving time is in neutral',
  ENGINEOVERRUN: 'How much of the engine’s time is above the highest revolutions',
  IDLING: 'How much of the engine’s time is idling of {minutes} minutes and more',
})
