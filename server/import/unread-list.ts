import type { FileProblem } from './readings.ts'

const LONGEST_VALUE = 40
/** Most columns that are told apart; the values of all others are counted together, under a name that no column has. */
const MOST_COLUMNS = 200
const FURTHER = '\0'

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
      const name = columns.has(header) || columns.size < MOST_COLUMNS ? header : FURTHER
      const known = columns.get(name)
      if (known !== undefined) columns.set(name, { ...known, times: known.times + times })
      else columns.set(name, { header: name, line, text: text.trim().slice(0, LONGEST_VALUE), times })
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
export const unreadProblem = (file: string, { header, line, text, times }: UnreadColumn): FileProblem =>
  header === FURTHER
    ? { file, line, code: 'leftOutMore', params: { times } }
    : {
        ...{ file, line, code: 'valuesUnread' },
        params: { column: header.trim().slice(0, LONGEST_VALUE), value: text, times },
      }
