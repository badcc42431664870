import type { FileProblem } from './readings.ts'

const LONGEST_VALUE = 40
/** Most columns that are told apart. */
const MOST_COLUMNS = 200

/** Counts the values of a file that cannot be read, by their columns; each column is told with its first value and that one's line. */
export const createUnreadList = (file: string) => {
  const columns = new Map<string, { readonly line: number; readonly value: string; times: number }>()
  return {
    add: (header: string, line: number, text: string): void => {
      const known = columns.get(header)
      if (known !== undefined) known.times += 1
      else if (columns.size < MOST_COLUMNS) columns.set(header, { line, value: text.trim(), times: 1 })
    },
    problems: (): FileProblem[] =>
      [...columns].map(([header, { line, value, times }]) => ({
        ...{ file, line, code: 'valuesUnread' },
        params: {
          column: header.trim().slice(0, LONGEST_VALUE),
          value: value.slice(0, LONGEST_VALUE),
          times,
        },
      })),
  }
}
