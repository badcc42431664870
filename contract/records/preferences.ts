import * as z from 'zod/mini'
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

/** The tag of a language (BCP 47). */
export const LanguageTag = z.string().check(z.maxLength(35), z.regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i))

/** How a user reads the portal: its language, by its tag (BCP 47), null where none was chosen, and the units of its figures. */
export const Preferences = z.object({
  language: z.nullable(LanguageTag),
  distance: oneOf<DistanceUnit>(KM_PER),
  volume: oneOf<VolumeUnit>(LITRES_PER),
  economy: oneOf<EconomyUnit>(ECONOMY_OF),
})
export type Preferences = z.infer<typeof Preferences>

/** What holds until a user chooses: the specification's units (CST-06). */
export const DEFAULT_PREFERENCES: Preferences = { language: null, ...DEFAULT_UNITS }
