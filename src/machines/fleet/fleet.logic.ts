import { LIST_PAGE } from '#contract/constants.ts'
import type { FleetList } from '#contract/records/fleet-vehicle.ts'
import type { LiveMessage } from '#contract/records/live.ts'
import type { Role } from '#contract/roles.ts'
import type { Whose } from '../support-view/support-view.machine.ts'

/** The three status chips (MAP-04). */
export type Chip = 'RUNNING' | 'IDLE' | 'OFFLINE'
/** Vehicles by status, as the counts are named (CONFLICT-01). */
export type Counts = FleetList['counts']
/** One position of the followed vehicle (LIV-03). */
export type LivePoint = Extract<LiveMessage, { LAT: number }>
/** How a stream is: `late` when nothing new came for too long (OPEN-40), `ended` when it will not come back by itself. */
export type StreamState = 'connecting' | 'open' | 'late' | 'reconnecting' | 'ended'

/**
 * What the list was made of: the one memo from which it is restored (MAP-27). Kinds of a later screen (trip plotting,
 * applied filter, checked vehicles, large list) get a field here and a row in `PRIORITY`.
 */
export type ListMemo = { readonly showAll: boolean; readonly chip: Chip | null }

/** The modes that show a list of vehicles (MAP-25). */
export type ListMode = 'showAll' | 'statusFilter' | 'normalFleet'

/** The order in which a list is restored: the first kind that the memo holds (MAP-27). */
const PRIORITY: readonly (readonly [ListMode, (memo: ListMemo) => boolean])[] = [
  ['showAll', ({ showAll }) => showAll],
  ['statusFilter', ({ chip }) => chip !== null],
]

/** The list mode that a memo leads back to. */
export const listModeOf = (memo: ListMemo): ListMode =>
  PRIORITY.find(([, holds]) => holds(memo))?.[0] ?? 'normalFleet'

/** Which list to load: the default one, every truck, those of a status, '' for all (OPEN-75), or those of whom support looks at. */
export type ListRequest =
  | { readonly kind: 'default' }
  | { readonly kind: 'all' }
  | { readonly kind: 'status'; readonly status: Chip | '' }
  | ({ readonly kind: 'whose'; readonly status: Chip | '' } & Whose)

/**
 * The request behind a memo. CUSTOMER starts with an empty filter (MAP-35), others with the default list (MAP-36). Whom the
 * support view looks at bounds every list, that of all trucks too (OPEN-77).
 */
export const listRequestOf = (memo: ListMemo, role: Role, whose: Whose | null): ListRequest => {
  const mode = listModeOf(memo)
  if (whose !== null)
    return { kind: 'whose', ...whose, status: mode === 'statusFilter' ? (memo.chip ?? '') : '' }
  if (mode === 'showAll') return { kind: 'all' }
  if (mode === 'statusFilter') return { kind: 'status', status: memo.chip ?? '' }
  return role === 'CUSTOMER' ? { kind: 'status', status: '' } : { kind: 'default' }
}

/** SUPPORT loads nothing until vehicles, or whose they are, are chosen (CONFLICT-35). */
export const choosesFirst = (memo: ListMemo, role: Role, whose: Whose | null): boolean =>
  role === 'SUPPORT' && !memo.showAll && whose === null

/** The memo after a press on a chip: chips exclude each other, a second press turns one off (MAP-28). A chip under show-all counts as off. */
export const pressChip = (memo: ListMemo, chip: Chip): ListMemo => ({
  showAll: false,
  chip: !memo.showAll && memo.chip === chip ? null : chip,
})

/** The memo after a press on show-all, which outranks the chip and gives it back on the second press. */
export const pressShowAll = (memo: ListMemo): ListMemo => ({ ...memo, showAll: !memo.showAll })

/** How many cards the list shows after it was scrolled to its end (MAP-13 to 15). */
export const cardsAfterScroll = (cards: number, shown: number, narrow: boolean): number =>
  Math.min(Math.max(shown, LIST_PAGE.first), cards + (narrow ? LIST_PAGE.narrow : LIST_PAGE.desktop))

const LONGEST_SEARCH = 100

/** A search text as it is used. */
export const searchText = (text: string): string => text.slice(0, LONGEST_SEARCH)
