import { type DecimalSign, provenSign, type WrittenNumber } from '#domain/written-number.ts'
import { createDateSurvey, createDaysAlone } from './date-survey.ts'
import { IMPORT } from './limits.ts'
import { createPlaceSurvey } from './place-survey.ts'
import { createRowCounter, type RowCounter, type Where } from './row-counter.ts'

/** After so many proofs of one decimal sign a column is settled. */
const ENOUGH = 1000

/** What the cells of a column tell together. */
type ColumnEvidence = {
  readonly proofs: Record<DecimalSign, number>
  /** The units that its cells name, by their keys. */
  readonly units: Set<string>
  /** Whether its cells hold nothing but values of a kind. */
  readonly kinds: Map<ColumnKind, boolean>
}

/** What a column with a name that says little is known by, where all its cells hold it. */
type ColumnKind = 'latSide' | 'lngSide' | 'sides' | 'northEast' | 'valid' | 'unit' | 'flag'

const newEvidence = (): ColumnEvidence => ({ proofs: { '.': 0, ',': 0 }, units: new Set(), kinds: new Map() })

const signOf = ({ '.': points, ',': commas }: ColumnEvidence['proofs']): DecimalSign | undefined =>
  points === commas ? undefined : points > commas ? '.' : ','

/**
 * What a whole file tells of how it is to be read, before it is read: the decimal sign of each column and of the file, and the units in
 * its cells. Columns are known by their headers.
 */
export const createSurvey = () => {
  const columns = new Map<string, ColumnEvidence>()
  const evidenceOf = (header: string): ColumnEvidence => {
    const known = columns.get(header)
    if (known !== undefined) return known
    const made = newEvidence()
    if (columns.size < IMPORT.columns) columns.set(header, made)
    return made
  }

  /** The sign that more columns have proven. */
  const signOfFile = (): DecimalSign | undefined => {
    const signs = [...columns.values()].map(({ proofs }) => signOf(proofs))
    const [points, commas] = (['.', ','] as const).map((sign) => signs.filter((one) => one === sign).length)
    return signOf({ '.': points ?? 0, ',': commas ?? 0 })
  }

  const counters = new Map<string, RowCounter>()

  return {
    dates: createDateSurvey(),
    daysAlone: createDaysAlone(),
    places: createPlaceSurvey(),
    /** Notes a cell of a column that may name the vehicle; `where` is its place and time, NaN where they cannot be read. */
    vehicle: (header: string, text: string, where: () => Where): void => {
      const counter = counters.get(header) ?? createRowCounter()
      if (counters.size < IMPORT.columns) counters.set(header, counter)
      counter.note(text, where)
    },
    /** Whether any cell of a column that may name the vehicle does. */
    namesVehicles: (header: string): boolean => counters.get(header)?.isFilled() ?? false,
    /** Whether a column counts the rows of one vehicle. */
    countsRows: (header: string, mayHaveGaps: boolean): boolean =>
      counters.get(header)?.countsRows(mayHaveGaps) ?? false,
    /** Notes the numbers of a column, until so many have proven its sign that it is settled; `isPossible` tells whether a value can stand there. */
    numbers: (header: string, isPossible: (value: number) => boolean) => {
      const { proofs } = evidenceOf(header)
      const isSettled = (): boolean => proofs['.'] + proofs[','] >= ENOUGH
      const note = (number: WrittenNumber): void => {
        const sign = provenSign(number, isPossible)
        if (sign !== undefined && sign !== 'open') proofs[sign] += 1
      }
      return { note, isSettled }
    },
    /** Notes the unit that a cell names, by its key. */
    unit: (header: string, unit: string): void => {
      evidenceOf(header).units.add(unit)
    },
    /** Notes whether a cell of a column holds a value of this kind. */
    kind: (header: string, kind: ColumnKind, isOne: boolean): void => {
      const { kinds } = evidenceOf(header)
      kinds.set(kind, isOne && (kinds.get(kind) ?? true))
    },
    /** The decimal sign of a column: what its cells prove, else what the file's other columns do; undefined where neither does. */
    signOf: (header: string): DecimalSign | undefined =>
      signOf(columns.get(header)?.proofs ?? { '.': 0, ',': 0 }) ?? signOfFile(),
    /** The only unit that the cells of a column name. */
    unitOf: (header: string): string | undefined => {
      const units = columns.get(header)?.units
      return units?.size === 1 ? [...units][0] : undefined
    },
    /** Whether all cells of a column that hold anything hold values of this kind. */
    isAll: (header: string, kind: ColumnKind): boolean => columns.get(header)?.kinds.get(kind) ?? false,
  }
}

/** A survey of a file. */
export type Survey = ReturnType<typeof createSurvey>
