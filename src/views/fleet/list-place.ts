import { createContext, type RefObject } from 'react'

/** How far the list was scrolled when it went, px; it comes back there from the modes whose panels stand in its place. */
export const ListPlace = createContext<RefObject<number>>({ current: 0 })
