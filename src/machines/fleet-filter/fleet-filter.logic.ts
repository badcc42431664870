import { OVERSPEED_OPTIONS } from '#contract/constants.ts'
import type { AppliedFilter } from '../fleet/list-restoration.logic.ts'

/** One entry of a choice: an id, or the entry for all of them (MAP-32). */
export type Entry = number | 'all'

/** The picked groups or regions, and their ids. */
export type Picked = { readonly entries: readonly Entry[]; readonly ids: readonly number[] }

/** Filters as they are picked, without effect before Apply (MAP-31). `overSpeed` km/h, 0 none (CONFLICT-30). */
export type Draft = { readonly groups: Picked; readonly regions: Picked; readonly overSpeed: number }

/** Nothing picked. */
export const NONE_PICKED: Picked = { entries: [], ids: [] }
/** No filter at all. */
export const EMPTY_DRAFT: Draft = { groups: NONE_PICKED, regions: NONE_PICKED, overSpeed: 0 }

/** The picked entries after a choice: `all` excludes ids and means every one; an id chosen beside it replaces it. */
export const pick = (before: Picked, chosen: readonly Entry[], every: readonly number[]): Picked => {
  const ids = chosen.filter((entry) => entry !== 'all')
  const isAll = chosen.includes('all') && (!before.entries.includes('all') || ids.length === 0)
  return isAll ? { entries: ['all'], ids: [...new Set(every)] } : { entries: ids, ids }
}

/** The speed if the options have it, else 0: no limit. */
export const overSpeedOf = (requested: number): number =>
  OVERSPEED_OPTIONS.some(({ speedLimit }) => speedLimit === requested) ? requested : 0

/** Whether anything is picked, so that Apply and Clear are there (MAP-30). */
export const isTouched = ({ groups, regions, overSpeed }: Draft): boolean =>
  groups.entries.length > 0 || regions.entries.length > 0 || overSpeed > 0

/** The filter of a draft, with `all` as every id (MAP-32). */
export const filterOf = ({ groups, regions, overSpeed }: Draft): AppliedFilter => ({
  overSpeed,
  groupIds: groups.ids,
  regionIds: regions.ids,
})

const key = ({ overSpeed, groupIds, regionIds }: AppliedFilter): string =>
  JSON.stringify([overSpeed, ...[groupIds, regionIds].map((ids) => ids.toSorted((a, b) => a - b))])

/** Whether Apply would change the list of `applied` (null: no filter), whatever the order of ids. */
export const isNew = (draft: Draft, applied: AppliedFilter | null): boolean =>
  key(filterOf(draft)) !== key(applied ?? filterOf(EMPTY_DRAFT))
