import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { DEFAULT_UNITS, type Units } from '#domain/units.ts'
import { notifyTexts } from './language.ts'

/** How figures and times are written: the user's units, and the time zone of the company whose vehicles are shown. */
export type Conventions = Units & { readonly timeZone: string }

let shown: Conventions = Object.assign({ timeZone: DEFAULT_TIME_ZONE }, DEFAULT_UNITS)

/** The conventions of the page. */
export const currentConventions = (): Conventions => shown

/** Changes conventions, and renders anew what is shown in others. */
export const showConventions = (change: Partial<Conventions>): void => {
  const next = Object.assign({}, shown, change)
  if (JSON.stringify(next) === JSON.stringify(shown)) return
  shown = next
  notifyTexts()
}
