import type { FileProblem } from './readings.ts'

const LONGEST_VALUE = 40
/** Most columns that are told apart. */
const MOST_COLUMNS = 200

/** Values of a column that cannot be read: the first one with its line, and how many there are. */
export type UnreadColumn = {
  readonly header: string
  readonly line: number
  readonly text: string
  readonly times: number
}

/** Counts the values of a file that cannot be read, by their columns. */
export const createUnreadList = () => {
  let columns = new Map<string, UnreadColumn>()
  return {
    add: ({ header, line, text, times }: UnreadColumn): void => {
      const known = columns.get(header)
      if (known !== undefined) columns.set(header, { ...known, times: known.times + times })
      else if (columns.size < MOST_COLUMNS)
        columns.set(header, { header, line, text: text.trim().slice(0, LONGEST_VALUE), times })
    },
    /** Those since it was last asked. */
    take: (): readonly UnreadColumn[] => {
      const taken = [...columns.values()]
      columns = new Map()
      return taken
    },
  }
}

/** What is said of a column. */
export const unreadProblem = (file: string, { header, line, text, times }: UnreadColumn): FileProblem => ({
  ...{ file, line, code: 'valuesUnread' },
  params: { column: header.trim().slice(0, LONGEST_VALUE), value: text, times },
})
