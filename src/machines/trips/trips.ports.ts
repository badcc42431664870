import { LIST_PAGE } from '#contract/constants.ts'
import type { DataOwner } from '../support/support-view.machine.ts'

/** Which running trips are asked for: those whose truck or town holds the text, '' for all, of whom the support view looks at. */
export type TripsRequest = { readonly search: string; readonly dataOwner: DataOwner | null }

/** What a loaded list of trips leaves in the machine: how many came, and how many there are. */
export type TripsSummary = { readonly shown: number; readonly total: number }

const LONGEST_SEARCH = 100

/** A search text as it is used. */
export const tripSearch = (text: string): string => text.slice(0, LONGEST_SEARCH)

/** How many cards the list shows after it was scrolled to its end (MAP-13 to 15). */
export const moreCards = (cards: number, shown: number, narrow: boolean): number =>
  Math.min(Math.max(shown, LIST_PAGE.first), cards + (narrow ? LIST_PAGE.narrow : LIST_PAGE.desktop))
