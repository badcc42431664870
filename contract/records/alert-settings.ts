import * as z from 'zod/mini'
import type { AlertCode } from '#domain/alerts.ts'

/** The four groups of alert settings (ALR-03 to ALR-06), in the order in which they are shown. */
export const ALERT_GROUPS = ['Productivity', 'Safety', 'Cost', 'Compliance'] as const
export type AlertGroup = (typeof ALERT_GROUPS)[number]

/** The unit of a threshold, as the specification spells it (ALR-03 to ALR-05). */
export type ThresholdUnit = 'mins' | 'seconds' | 'kmph' | 'ltrs'

/**
 * One of the twelve alert settings: its id, the report code it stands for (ALR-08) and, where it has a threshold, the unit, the
 * values offered (ALR-07) and the one that applies until a user chooses another.
 */
export type AlertSetting = {
  readonly id: string
  readonly type: AlertCode
  readonly group: AlertGroup
  readonly valueIn: ThresholdUnit | null
  readonly options: readonly number[]
  readonly initial: number | null
  /** Whether apps on phones offer it too (ALR-07). */
  readonly isMobile: boolean
}

const plain = { valueIn: null, options: [], initial: null } as const

/** All alert settings, group by group (ALR-03 to ALR-06). */
export const ALERT_SETTINGS = [
  { id: 'geofenceAlert', type: 'GEOFENCEINOUT', group: 'Productivity', isMobile: true, ...plain },
  {
    id: 'stoppageAlert',
    type: 'STOPPAGE',
    group: 'Productivity',
    isMobile: true,
    valueIn: 'mins',
    options: [15, 30, 60, 120, 240],
    initial: 30,
  },
  {
    id: 'idlingAlert',
    type: 'IDLING',
    group: 'Productivity',
    isMobile: true,
    valueIn: 'mins',
    options: [5, 10, 15, 20, 30],
    initial: 5,
  },
  {
    id: 'adblueLowAlert',
    type: 'ADBLUELOW',
    group: 'Productivity',
    isMobile: false,
    valueIn: 'ltrs',
    options: [3, 5, 8, 10, 15],
    initial: 5,
  },
  {
    id: 'overspeedAlert',
    type: 'OVERSPEED',
    group: 'Safety',
    isMobile: true,
    valueIn: 'kmph',
    options: [50, 60, 70, 80, 90, 100],
    initial: 80,
  },
  { id: 'engineOverrunAlert', type: 'ENGINEOVERRUN', group: 'Safety', isMobile: false, ...plain },
  {
    id: 'neutralDrivingAlert',
    type: 'NEUTRALDRIVING',
    group: 'Safety',
    isMobile: false,
    valueIn: 'seconds',
    options: [10, 20, 30, 60, 120],
    initial: 10,
  },
  {
    id: 'fuelDropAlert',
    type: 'FUELDROP',
    group: 'Cost',
    isMobile: true,
    valueIn: 'ltrs',
    options: [5, 8, 10, 15, 20],
    initial: 8,
  },
  {
    id: 'fuelFillAlert',
    type: 'FUELFILL',
    group: 'Cost',
    isMobile: false,
    valueIn: 'ltrs',
    options: [5, 8, 10, 20, 50],
    initial: 8,
  },
  { id: 'adblueFaultAlert', type: 'ADBLUEFAULT', group: 'Compliance', isMobile: false, ...plain },
  { id: 'adblueZoneAlert', type: 'ADBLUEZONE', group: 'Compliance', isMobile: false, ...plain },
  { id: 'dpfRegenAlert', type: 'DPFREGEN', group: 'Compliance', isMobile: false, ...plain },
] as const satisfies readonly AlertSetting[]

export type AlertSettingId = (typeof ALERT_SETTINGS)[number]['id']

/** The setting of an alert type. */
export const settingOf = (type: AlertCode): AlertSetting => {
  const found = ALERT_SETTINGS.find((setting) => setting.type === type)
  if (found === undefined) throw new Error(`No setting is for alerts of the type ${type}.`)
  return found
}

/** Whether a user wants the alerts of a setting (ALR-09), and from which threshold on; null where it has none. */
export const AlertChoice = z.object({ selected: z.boolean(), value: z.nullable(z.number()) })
export type AlertChoice = z.infer<typeof AlertChoice>

const choiceFor = ({ options }: AlertSetting) =>
  z.optional(
    z.strictObject({
      selected: z.boolean(),
      value: options.length === 0 ? z.null() : z.literal([...options]),
    }),
  )

/** New choices for some settings, each with one of the setting's options; the other settings stay as they are. */
export const ChangedAlertChoices = z.strictObject(
  Object.fromEntries(ALERT_SETTINGS.map((setting) => [setting.id, choiceFor(setting)])) as Record<
    AlertSettingId,
    ReturnType<typeof choiceFor>
  >,
)
export type ChangedAlertChoices = z.infer<typeof ChangedAlertChoices>

/** One alert setting as the configuration has it (ALR-07), with what the user has chosen (ALR-09). */
export const ConfiguredAlert = z.extend(AlertChoice, {
  id: z.string(),
  /** The report code (ALR-08). */
  type: z.string(),
  group: z.enum(ALERT_GROUPS),
  title: z.string(),
  label: z.string(),
  description: z.string(),
  valueIn: z.nullable(z.enum(['mins', 'seconds', 'kmph', 'ltrs'])),
  isMobile: z.boolean(),
  options: z.array(z.number()),
})
export type ConfiguredAlert = z.infer<typeof ConfiguredAlert>

/** All alert settings, in their order. */
export const AlertConfiguration = z.object({ settings: z.array(ConfiguredAlert) })
export type AlertConfiguration = z.infer<typeof AlertConfiguration>

/** An alert type that the user has selected, and its threshold in the unit of its setting; null where it has none. */
export const EnabledAlert = z.object({ type: z.string(), value: z.nullable(z.number()) })
export type EnabledAlert = z.infer<typeof EnabledAlert>

/** The days and the most fixes that a back-test evaluates. */
export const BACK_TEST = { days: 30, mostFixes: 500_000 } as const

/**
 * How many alerts each threshold of a setting would have raised within `days` days until now; for a setting without one, how many were
 * raised. `vehicles` were counted, out of `ofVehicles` that reported within that time. Where these are fewer, a count with a `range` is an
 * estimate for all of them, which lies within the range at 95 % (`to` null: nobody can say); one without is exact. `leastLitres`, of changes of the fuel level: for each
 * of them the least litres that its sensor shows, because its levels scatter.
 */
export const BackTest = z.object({
  id: z.string(),
  days: z.number(),
  vehicles: z.number(),
  ofVehicles: z.number(),
  counts: z.array(
    z.object({
      value: z.nullable(z.number()),
      count: z.number(),
      range: z.optional(z.object({ from: z.number(), to: z.nullable(z.number()) })),
    }),
  ),
  leastLitres: z.optional(z.array(z.number())),
})
export type BackTest = z.infer<typeof BackTest>

/** The nine pairs of notification preferences (ALR-12), verbatim, with the alert types they are for; `dtc` belongs to none (CONFLICT-28). */
export const PREFERENCE_PAIRS = [
  { email: 'idleEmail', sms: 'idleSms', types: ['IDLING'], crossing: null },
  { email: 'stoppageEmail', sms: 'stoppageSms', types: ['STOPPAGE'], crossing: null },
  { email: 'fuelDropEmail', sms: 'fuelDropSms', types: ['FUELDROP'], crossing: null },
  { email: 'geofenceInEmail', sms: 'geofenceInSms', types: ['GEOFENCEINOUT'], crossing: 'IN' },
  { email: 'geofenceOutEmail', sms: 'geofenceOutSms', types: ['GEOFENCEINOUT'], crossing: 'OUT' },
  { email: 'overSpeedEmail', sms: 'overSpeedSms', types: ['OVERSPEED'], crossing: null },
  { email: 'neutralDrivingEmail', sms: 'neutralDrivingSms', types: ['NEUTRALDRIVING'], crossing: null },
  { email: 'dtcEmail', sms: 'dtcSms', types: [], crossing: null },
  {
    email: 'adBlueEmail',
    sms: 'adblueSms',
    types: ['ADBLUELOW', 'ADBLUEFAULT', 'ADBLUEZONE'],
    crossing: null,
  },
] as const satisfies ReadonlyArray<{
  email: string
  sms: string
  types: readonly AlertCode[]
  crossing: 'IN' | 'OUT' | null
}>

type Pair = (typeof PREFERENCE_PAIRS)[number]
export type PreferenceName = Pair['email'] | Pair['sms']

const flag = z.optional(z.boolean())
const PREFERENCE_NAMES = PREFERENCE_PAIRS.flatMap(({ email, sms }): PreferenceName[] => [email, sms])

/** The 18 flags of notifications, by their names (ALR-12). */
export const AlertPreferences = z.object(
  Object.fromEntries(PREFERENCE_NAMES.map((name) => [name, z.boolean()])) as Record<
    PreferenceName,
    z.ZodMiniBoolean
  >,
)
export type AlertPreferences = z.infer<typeof AlertPreferences>

/** Some of them, to be changed. */
export const ChangedAlertPreferences = z.strictObject(
  Object.fromEntries(PREFERENCE_NAMES.map((name) => [name, flag])) as Record<PreferenceName, typeof flag>,
)
export type ChangedAlertPreferences = z.infer<typeof ChangedAlertPreferences>
