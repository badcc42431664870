import { LIST_PAGE } from '#contract/constants.ts'
import type { FleetList } from '#contract/records/fleet.ts'
import type { LiveMessage } from '#contract/records/live.ts'

/** Vehicles by status, as the counts are named (CONFLICT-01). */
export type Counts = FleetList['counts']
/** One position of the followed vehicle (LIV-03). */
export type LivePoint = Extract<LiveMessage, { LAT: number }>
/** How a stream is: `late` when nothing new came for too long (OPEN-40), `ended` when it will not come back by itself. */
export type StreamState = 'connecting' | 'open' | 'late' | 'reconnecting' | 'ended'

/** How many cards the list shows after it was scrolled to its end (MAP-13 to 15). */
export const cardsAfterScroll = (cards: number, shown: number, narrow: boolean): number =>
  Math.min(Math.max(shown, LIST_PAGE.first), cards + (narrow ? LIST_PAGE.narrow : LIST_PAGE.desktop))

const LONGEST_SEARCH = 100

/** A search text as it is used. */
export const searchText = (text: string): string => text.slice(0, LONGEST_SEARCH)
