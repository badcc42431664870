import type { DrivingFilter, OpenScore } from '#contract/links/driving-analysis.ts'
import { type DrivingSubject, MAX_COMPARED } from '#domain/driving-score.ts'
import type { DrivingScope } from './driving-analysis.ports.ts'

/** Whose rows a report has: the summary of vehicles is always by vehicle (DRV-02). */
export const subjectOf = ({ report, by }: Pick<DrivingFilter, 'report' | 'by'>): DrivingSubject =>
  report === 'VEHICLE_SUMMARY_ALERT_COUNT' ? 'vehicle' : by

export const scopeOf = (filter: DrivingFilter): DrivingScope => ({
  filterBy: filter.filterBy,
  ownerId: filter.ownerId,
  by: subjectOf(filter),
  scoredBy: filter.scoredBy,
})

/** What is shown, and the score that is opened. */
export type Shown = { readonly filter: DrivingFilter; readonly open: OpenScore | null }

/**
 * A change with what follows from it: another scope has another id, only a custom period has a range, and whoever is compared or opened
 * by driver is nobody by vehicle. Another report has an order of its own.
 */
export const changedFilter = ({ filter, open }: Shown, change: Partial<DrivingFilter>): Shown => {
  const next = { ...filter, ...change }
  const isOtherScope = next.filterBy !== filter.filterBy && change.ownerId === undefined
  const isOtherSubject = subjectOf(next) !== subjectOf(filter)
  return {
    filter: {
      ...next,
      ownerId: next.filterBy === 'Fleet' || isOtherScope ? null : next.ownerId,
      range: next.dateType === 'custom' ? next.range : null,
      compared: isOtherSubject && change.compared === undefined ? [] : next.compared.slice(0, MAX_COMPARED),
      sort: next.report !== filter.report && change.sort === undefined ? null : next.sort,
    },
    open: isOtherSubject ? null : open,
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export const isSameFilter = (a: DrivingFilter, b: DrivingFilter): boolean =>
  (Object.keys(a) as Array<keyof DrivingFilter>).every((name) => isSame(a[name], b[name]))

export const isSameOpen = (a: OpenScore | null, b: OpenScore | null): boolean =>
  a?.subjectId === b?.subjectId && a?.incident === b?.incident

/** Whether the rows that are shown answer this filter too. */
export const hasSameScores = (a: DrivingFilter, b: DrivingFilter): boolean =>
  isSame(scopeOf(a), scopeOf(b)) && a.dateType === b.dateType && isSame(a.range, b.range)

/** Whether the trend that is shown answers this filter too, as long as the scores are the same. */
export const hasSameTrend = (a: DrivingFilter, b: DrivingFilter): boolean =>
  a.report === b.report && a.step === b.step && isSame(a.compared, b.compared)

/** Adds or removes one that is compared; with five there is room for no other. */
export const toggledCompared = (compared: readonly number[], id: number): readonly number[] =>
  compared.includes(id)
    ? compared.filter((each) => each !== id)
    : compared.length < MAX_COMPARED
      ? [...compared, id]
      : compared
