import * as z from 'zod/mini'
import { DASHBOARD_WIDGETS } from '#domain/dashboard.ts'
import {
  DEFAULT_UNITS,
  type DistanceUnit,
  ECONOMY_OF,
  type EconomyUnit,
  KM_PER,
  LITRES_PER,
  type VolumeUnit,
} from '#domain/units.ts'

const oneOf = <T extends string>(table: Readonly<Record<T, unknown>>) =>
  z.enum(Object.keys(table) as [T, ...T[]])

const isTag = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

/** The tag of a language (BCP 47) that dates and numbers can be written in: `hi-zz-zz` looks like one, and formatting throws. */
export const LanguageTag = z
  .string()
  .check(z.maxLength(35), z.regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i), z.refine(isTag))

const widgets = z.array(z.enum(DASHBOARD_WIDGETS)).check(z.maxLength(DASHBOARD_WIDGETS.length))

/** Which widgets of the dashboard are shown, in their order, and which are hidden; each once. */
const DashboardLayoutRecord = z
  .object({ shown: widgets, hidden: widgets })
  .check(
    z.refine(({ shown, hidden }) => new Set([...shown, ...hidden]).size === shown.length + hidden.length),
  )

/** How a user reads the portal: its language, by its tag (BCP 47), null where none was chosen, the units of its figures, and the widgets of its dashboard. */
export const Preferences = z.object({
  language: z.nullable(LanguageTag),
  distance: oneOf<DistanceUnit>(KM_PER),
  volume: oneOf<VolumeUnit>(LITRES_PER),
  economy: oneOf<EconomyUnit>(ECONOMY_OF),
  /** null where none was chosen. */
  dashboard: z._default(z.nullable(DashboardLayoutRecord), null),
})
export type Preferences = z.infer<typeof Preferences>

/** What holds until a user chooses: the specification's units (CST-06). */
export const DEFAULT_PREFERENCES: Preferences = { language: null, ...DEFAULT_UNITS, dashboard: null }
