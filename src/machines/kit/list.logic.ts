import { LIST_PAGE } from '#contract/constants.ts'

/** Cards a list shows after it was scrolled to its end (MAP-13 to 15). `narrow` is a tablet or a Linux agent. */
export const cardsAfterScroll = (cards: number, shown: number, narrow: boolean): number =>
  Math.min(Math.max(shown, LIST_PAGE.first), cards + (narrow ? LIST_PAGE.narrow : LIST_PAGE.desktop))

const MAX_SEARCH_LENGTH = 100

/** The part of a search text that counts: its first 100 characters. */
export const searchText = (text: string): string => text.slice(0, MAX_SEARCH_LENGTH)
