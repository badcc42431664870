import { FIGURE_LOCALE, figureText } from '#domain/shown-figures.ts'
import { DEFAULT_UNITS } from '#domain/units.ts'

/** The parameters of a message, by name. */
export type ErrorParams = Readonly<Record<string, string | number>>

const grouped = (count: ErrorParams[string] | undefined): string =>
  figureText('count', count, { units: DEFAULT_UNITS, locale: FIGURE_LOCALE })

/** A message with its parameters, whole numbers of `{name, number}` grouped; a placeholder without one stays as it is. */
export const fillMessage = (message: string, params: ErrorParams): string =>
  message.replaceAll(/\{(\w+)(, number)?\}/g, (placeholder, name: string, isNumber?: string) => {
    if (!Object.hasOwn(params, name)) return placeholder
    return isNumber === undefined ? String(params[name]) : grouped(params[name])
  })
