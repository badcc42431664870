/** One field of a machine's context as text, and as it was before where an event has changed it. */
export type ContextRow = { readonly field: string; readonly value: string; readonly before: string | null }

/** Characters of a value at most. */
const LONGEST = 160
/** Items of a list that are written out. */
const MOST_ITEMS = 4

/** A value in short, of at most `longest` characters: long lists by their length only, such as `[8641]`. */
export const shortText = (value: unknown, longest = LONGEST): string => {
  if (value === undefined) return '–'
  const text =
    JSON.stringify(value, (_, part: unknown) => {
      if (part instanceof Error) return `${part.name}: ${part.message}`
      return Array.isArray(part) && part.length > MOST_ITEMS ? `[${part.length}]` : part
    }) ?? String(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text.replace(/^"(\[\d+\])"$/, '$1')
}

const fieldsOf = (context: unknown): Readonly<Record<string, unknown>> =>
  typeof context === 'object' && context !== null ? { ...context } : {}

/** The fields of a context, with what they were in an earlier one. */
export const contextRows = (before: unknown, after: unknown): ContextRow[] => {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(now), ...Object.keys(old)])].map((field) => {
    const isSame = before === undefined || JSON.stringify(old[field]) === JSON.stringify(now[field])
    return { field, value: shortText(now[field]), before: isSame ? null : shortText(old[field]) }
  })
}
