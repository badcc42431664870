import { createContext, type RefObject, useContext } from 'react'

/** Where a list stands: how many cards are scrolled over, and the vehicle whose card had the focus last. */
type Place = { readonly cards: number; readonly focused: number | null }

/** The place of a list that begins. */
export const LIST_BEGIN: Place = { cards: 0, focused: null }

/** Keeps the place of the list while something else stands in its room, so that it comes back as it was left. */
export const ListPlace = createContext<RefObject<Place> | null>(null)

/** The place of the list. */
export const useListPlace = (): RefObject<Place> => {
  const place = useContext(ListPlace)
  if (place === null) throw new Error('The list needs ListPlace above it.')
  return place
}
