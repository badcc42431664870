import type { ScaledKpi } from '#domain/scaling.ts'
import { texts } from '../texts.ts'

/** Beside a scaled figure, and what it means. */
export const SCALE_BADGE = texts('scaling.badge', {
  factor: '× {factor}',
  setBy: 'Scaled by {factor} (set by {by} on {date})',
  set: 'Scaled by {factor} (set on {date})',
  /** Where the user reads litres for 100 km, which fall where km per litre rise. */
  ofKmpl: '{text}, in km per litre',
})

export const SCALED_KPI = texts('scaling.kpis', {
  mileage: 'Fuel economy',
  adblue: 'AdBlue use',
  utilization: 'Utilisation',
} satisfies Readonly<Record<ScaledKpi, string>>)

export const SCALING = texts('scaling.tab', {
  lead: 'The portal multiplies these figures by their factor wherever it shows them, and says so beside each. What is measured and stored, driving scores and comparisons do not change. A factor lies between {least} and {most}; with 1 a figure is shown as measured.',
  readOnly: 'An admin of your company sets the factors.',
  most: 'At most {most} % is shown.',
  unset: 'As measured',
  setBy: 'Set by {by} on {date}',
  set: 'Set on {date}',
  try: 'Try',
  reset: 'Reset to 1',
  measuring: 'Working out the last 7 days of the fleet…',
  trialFailed: 'The last 7 days of the fleet could not be worked out.',
  now: 'Last 7 days of the fleet: {before}',
  trial: 'Last 7 days of the fleet: {before} now, {after} with {factor}',
  unknown: 'Nothing is known of the last 7 days of the fleet.',
  deriving: 'The last 7 days of the fleet are still being worked out. Try again in a few minutes.',
})
