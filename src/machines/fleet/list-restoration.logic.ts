import { SELECTION } from '#contract/constants.ts'
import type { FleetFilter } from '#contract/records/fleet.ts'
import type { Role } from '#contract/roles.ts'
import type { Chosen } from '../geofences/geofences.logic.ts'
import type { DataOwner } from '../support/support.ports.ts'
import type { TripPlotInput } from '../trips/trip-plot.machine.ts'
import type { ListRequest } from './fleet.ports.ts'

/** The three status chips (MAP-04). */
export type Chip = 'RUNNING' | 'IDLE' | 'OFFLINE'

/**
 * Filters as they were applied (MAP-22): `overSpeed` km/h, 0 none (CONFLICT-30); every id in place of `all` (MAP-32).
 */
export type AppliedFilter = {
  readonly overSpeed: number
  readonly groupIds: readonly number[]
  readonly regionIds: readonly number[]
}

/** The plotted route: a trip's or, where `tripId` is null, the vehicle's day up to `now` (ms). */
export type TripPlotting = TripPlotInput

/**
 * The memo from which the list is restored (MAP-27), with a field for each step of the priority. Lower steps are kept
 * and narrow those above: a chip narrows every list but that of all trucks, chosen vehicles narrow a filter.
 */
export type ListMemo = {
  readonly showAll: boolean
  readonly tripPlotting: TripPlotting | null
  readonly applied: AppliedFilter | null
  /** 50 vehicles at most; with a large list, one batch of it. */
  readonly checked: readonly number[]
  /** More than 50 chosen vehicles, 250 at most, loaded in batches (OPEN-55, MAP-51, MAP-52). */
  readonly large: readonly number[]
  readonly chip: Chip | null
}

/** The default list. */
export const PLAIN_LIST: ListMemo = {
  showAll: false,
  tripPlotting: null,
  applied: null,
  checked: [],
  large: [],
  chip: null,
}

/** The steps of the priority before the default list: the first one that the memo holds counts (MAP-27). */
const PRIORITY = [
  ['showAll', ({ showAll }) => showAll],
  ['tripPlotting', ({ tripPlotting }) => tripPlotting !== null],
  ['applied', ({ applied }) => applied !== null],
  ['checked', ({ checked }) => checked.length > 0],
  ['large', ({ large }) => large.length > 0],
  ['status', ({ chip }) => chip !== null],
] as const satisfies readonly (readonly [string, (memo: ListMemo) => boolean])[]

/** Which of the seven steps a memo leads back to. */
export type ListKind = (typeof PRIORITY)[number][0] | 'default'

/** The step of the priority that a memo leads back to (MAP-27). */
export const listKindOf = (memo: ListMemo): ListKind =>
  PRIORITY.find(([, holds]) => holds(memo))?.[0] ?? 'default'

const isNothing = ({ overSpeed, groupIds, regionIds }: AppliedFilter): boolean =>
  overSpeed === 0 && groupIds.length === 0 && regionIds.length === 0

/** The memo after a press on a chip: chips exclude each other, a second press turns one off (MAP-28). A chip under show-all counts as off. */
export const pressChip = (memo: ListMemo, chip: Chip): ListMemo => ({
  ...memo,
  showAll: false,
  chip: !memo.showAll && memo.chip === chip ? null : chip,
})

/** The memo after a press on show-all, which outranks the rest; a second press brings that back. */
export const pressShowAll = (memo: ListMemo): ListMemo => ({ ...memo, showAll: !memo.showAll })

/** The memo after Apply, or after Clear (null); a filter of nothing is none. */
export const applyFilter = (memo: ListMemo, filter: AppliedFilter | null): ListMemo => ({
  ...memo,
  showAll: false,
  applied: filter === null || isNothing(filter) ? null : filter,
})

/** The memo after vehicles were chosen, which drops a filter above them. An empty list clears the choice. */
export const chooseVehicles = (memo: ListMemo, vehicleIds: readonly number[]): ListMemo => {
  const chosen = [...new Set(vehicleIds)].slice(0, SELECTION.max)
  const isLarge = chosen.length > SELECTION.batch
  return {
    ...memo,
    showAll: false,
    applied: null,
    ...(isLarge ? { large: chosen, checked: [] } : { large: [], checked: chosen }),
  }
}

/** The labels of the batches of `count` vehicles: `1-50`, `51-100` and on to `201-250` (MAP-51). */
export const batchLabels = (count: number): readonly string[] =>
  Array.from(
    { length: Math.ceil(Math.min(count, SELECTION.max) / SELECTION.batch) },
    (_, batch) => `${batch * SELECTION.batch + 1}-${(batch + 1) * SELECTION.batch}`,
  )

/** The vehicles of a batch of a list, counted from 0. */
export const batchOf = (vehicleIds: readonly number[], batch: number): readonly number[] =>
  vehicleIds.slice(batch * SELECTION.batch, (batch + 1) * SELECTION.batch)

/** The memo after a press on one batch of a large list, or on the whole of it (null). */
export const chooseBatch = (memo: ListMemo, batch: number | null): ListMemo =>
  memo.large.length === 0
    ? memo
    : {
        ...memo,
        showAll: false,
        applied: null,
        checked: batch === null ? [] : batchOf(memo.large, batch),
      }

/** Which batch of a large list is shown alone; null: the whole of it. */
export const shownBatch = (large: readonly number[], chosen: readonly number[]): number | null =>
  chosen.length === large.length ? null : Math.floor(large.indexOf(chosen[0] ?? 0) / SELECTION.batch)

/** The chosen vehicles: those of the shown batch, else all. */
export const chosenOf = ({ checked, large }: ListMemo): readonly number[] =>
  checked.length > 0 ? checked : large

/** What a new fence watches: the chosen vehicles, else the filter's groups, else its regions (GEO-10); under show-all none of them. */
export const fenceChoiceOf = (memo: ListMemo): Chosen => {
  const { groupIds, regionIds } = memo.applied ?? { groupIds: [], regionIds: [] }
  const vehicleIds = chosenOf(memo)
  if (memo.showAll) return { vehicleIds: [], groupIds: [], regionIds: [] }
  if (vehicleIds.length > 0) return { vehicleIds, groupIds: [], regionIds: [] }
  return { vehicleIds, groupIds, regionIds: groupIds.length > 0 ? [] : regionIds }
}
const filterOf = (memo: ListMemo, dataOwner: DataOwner | null): FleetFilter['filter'] => ({
  overSpeed: memo.applied?.overSpeed ?? 0,
  companyIds: dataOwner === null ? [] : [dataOwner.companyId],
  regionIds: [...(memo.applied?.regionIds ?? [])],
  groupIds: [...(memo.applied?.groupIds ?? [])],
  ...(dataOwner === null ? {} : { userIds: dataOwner.userId === null ? [] : [dataOwner.userId] }),
})

/**
 * The request of a memo. CUSTOMER starts with an empty filter (MAP-35), others with the default list (MAP-36). The data
 * owner of the support view bounds every list, also that of all trucks (OPEN-77).
 */
export const listRequestOf = (memo: ListMemo, role: Role, dataOwner: DataOwner | null): ListRequest => {
  const kind = listKindOf(memo)
  if (kind === 'showAll') {
    if (dataOwner === null) return { kind: 'all' }
    return {
      kind: 'filter',
      body: { status: '', filter: filterOf(PLAIN_LIST, dataOwner) },
      adds: false,
    }
  }
  if (kind === 'default' && dataOwner === null && role !== 'CUSTOMER') return { kind: 'default' }
  const chosen = chosenOf(memo)
  return {
    kind: 'filter',
    body: {
      status: memo.chip ?? '',
      filter: filterOf(memo, dataOwner),
      ...(chosen.length === 0 ? {} : { vehicleIds: [...chosen] }),
    },
    adds: false,
  }
}

/** The next batch of a large list after `loaded` batches; any other list is one batch. */
export const batchRequestOf = (request: ListRequest, memo: ListMemo, loaded: number): ListRequest =>
  listKindOf(memo) !== 'large' || request.kind !== 'filter'
    ? request
    : {
        ...request,
        body: { ...request.body, vehicleIds: [...batchOf(memo.large, loaded)] },
        adds: loaded > 0,
      }

/** The number of batches of a memo's list. */
export const batchesOf = (memo: ListMemo): number =>
  listKindOf(memo) === 'large' ? Math.ceil(memo.large.length / SELECTION.batch) : 1

/** SUPPORT loads nothing until vehicles or a data owner are chosen (MAP-34, CONFLICT-35). */
export const choosesFirst = (memo: ListMemo, role: Role, dataOwner: DataOwner | null): boolean =>
  role === 'SUPPORT' && !memo.showAll && dataOwner === null && chosenOf(memo).length === 0
