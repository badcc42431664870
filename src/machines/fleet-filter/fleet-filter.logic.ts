import { OVERSPEED_OPTIONS } from '#contract/constants.ts'
import type { AppliedFilter } from '../fleet/list-memo.logic.ts'

/** One entry of a choice: an id, or the single entry that stands for every one (MAP-32). */
export type Entry = number | 'all'

/** What is picked of groups or of regions, and the ids that it stands for. */
export type Picked = { readonly entries: readonly Entry[]; readonly ids: readonly number[] }

/** Filters as they are picked; nothing of it counts before Apply (MAP-31). `overSpeed` km/h, 0 none (CONFLICT-30). */
export type Draft = { readonly groups: Picked; readonly regions: Picked; readonly overSpeed: number }

/** Nothing picked. */
export const NONE_PICKED: Picked = { entries: [], ids: [] }
/** No filter at all. */
export const EMPTY_DRAFT: Draft = { groups: NONE_PICKED, regions: NONE_PICKED, overSpeed: 0 }

/** What is picked once these entries are chosen: `all` comes alone and stands for every id; an id chosen beside it takes its place. */
export const pick = (before: Picked, chosen: readonly Entry[], every: readonly number[]): Picked => {
  const ids = chosen.filter((entry) => entry !== 'all')
  const isAll = chosen.includes('all') && (!before.entries.includes('all') || ids.length === 0)
  return isAll ? { entries: ['all'], ids: [...new Set(every)] } : { entries: ids, ids }
}

/** A speed of the options, else none. */
export const overSpeedOf = (requested: number): number =>
  OVERSPEED_OPTIONS.some(({ speedLimit }) => speedLimit === requested) ? requested : 0

/** Whether anything is picked, so that Apply and Clear are there (MAP-30). */
export const isTouched = ({ groups, regions, overSpeed }: Draft): boolean =>
  groups.entries.length > 0 || regions.entries.length > 0 || overSpeed > 0

/** What is applied of a draft: `all` is every id by now (MAP-32). */
export const filterOf = ({ groups, regions, overSpeed }: Draft): AppliedFilter => ({
  overSpeed,
  groupIds: groups.ids,
  regionIds: regions.ids,
})

const key = ({ overSpeed, groupIds, regionIds }: AppliedFilter): string =>
  JSON.stringify([overSpeed, ...[groupIds, regionIds].map((ids) => ids.toSorted((a, b) => a - b))])

/** Whether Apply would change the list, which is made with `applied`; null: with no filter. In what order ids were picked is nothing. */
export const isNew = (draft: Draft, applied: AppliedFilter | null): boolean =>
  key(filterOf(draft)) !== key(applied ?? filterOf(EMPTY_DRAFT))
