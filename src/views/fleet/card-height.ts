import { PANEL } from '#contract/constants.ts'

/** A card's three lines need this many px, however low the screen is. */
const LEAST_PX = 72

/** The height of a card in px: of eight rows in four fifths of the viewport's height, less 8 (MAP-46, CONFLICT-33). */
export const cardHeight = (viewportPx: number): number =>
  Math.max(LEAST_PX, Math.round((PANEL.share * viewportPx) / PANEL.rows - PANEL.lessPx))
