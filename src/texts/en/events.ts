import type { AlertMarker } from '#contract/calls/playback.ts'
import { ALERT_NAME } from '#domain/alerts.ts'
import { EVENT_NAME } from '#domain/fix.ts'
import { clockText } from '#domain/units.ts'
import { texts } from '../texts.ts'

/** The names of the event codes (PLT-08). */
export const EVENTS = texts('events.events', EVENT_NAME)

/** The names of the alert codes (ALR-01). */
export const ALERTS = texts('events.alerts', ALERT_NAME)

const DETAILS = texts('events.details', {
  entered: 'Entered {fence}',
  left: 'Left {fence}',
  leftAfter: 'Left {fence} after {duration}',
  lasted: 'for {duration}',
  speed: '{figure} kmph',
  engineSpeed: '{figure} rpm',
  volume: '{figure} ltrs',
})

/** The unit of an alert's figure, by its label. */
const FIGURES: Readonly<Record<string, 'speed' | 'engineSpeed' | 'volume'>> = {
  OS: 'speed',
  EO: 'engineSpeed',
  FD: 'volume',
  FUELFILL: 'volume',
  ADBLUELOW: 'volume',
}

const fenceText = (
  { name, crossing }: { name: string; crossing: 'IN' | 'OUT' },
  duration: string | null,
): string => {
  if (crossing === 'IN') return DETAILS.entered({ fence: name })
  return duration === null ? DETAILS.left({ fence: name }) : DETAILS.leftAfter({ fence: name, duration })
}

/** What an alert is about (PLT-06); the server's own words where it sent no more than these. */
export const alertDescription = ({
  label,
  desc,
  detail,
}: Pick<AlertMarker, 'label' | 'desc' | 'detail'>): string => {
  if (detail === undefined) return desc
  const { value, durationS, fence } = detail
  const duration = durationS === null ? null : clockText(durationS)
  if (fence !== null) return fenceText(fence, duration)
  const figure = FIGURES[label]
  return [
    ...(value === null || figure === undefined ? [] : [DETAILS[figure]({ figure: value.toFixed(1) })]),
    ...(duration === null ? [] : [DETAILS.lasted({ duration })]),
  ].join(' ')
}

/** The name of an alert by its label, which is an event code or an alert code; `name` where it is neither. */
export const alertText = (label: string, name: string): string => {
  const known: Readonly<Record<string, string>> = Object.hasOwn(EVENTS, label) ? EVENTS : ALERTS
  return known[label] ?? name
}
