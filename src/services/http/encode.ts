/** A plain object or array, as opposed to files, dates and other instances. */
const isPlain = (value: unknown): value is Record<string, unknown> | readonly unknown[] =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && value.constructor === Object)

/** A copy without the key `inputErrors`, at any depth (SES-37). */
export const withoutInputErrors = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutInputErrors)
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'inputErrors')
      .map(([key, inner]) => [key, withoutInputErrors(inner)]),
  )
}

const pairs = (name: string, value: unknown): [string, string][] => {
  if (value === undefined || value === null) return []
  if (!isPlain(value)) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => pairs(`${name}[${key}]`, inner))
}

/**
 * Fields of a query string or form. Nested objects become `name[key]`, lists `name[0]` (SES-38, OPEN-70);
 * undefined and null fields are left out.
 */
export const encodeFields = (fields: unknown): URLSearchParams =>
  new URLSearchParams(
    isPlain(fields) ? Object.entries(fields).flatMap(([name, value]) => pairs(name, value)) : [],
  )

/** Puts `params` in place of `:name` in a call's path. Errors: an empty path (SES-36) or a missing parameter. */
export const fillPath = (path: string, params: Readonly<Record<string, unknown>>): string => {
  if (path === '') throw new Error('A call needs a path: the address is empty.')
  return path.replace(/:([A-Za-z]\w*)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === null || value === '') {
      throw new Error(`The path '${path}' needs the parameter '${name}'.`)
    }
    return encodeURIComponent(String(value))
  })
}
