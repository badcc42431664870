import type { View } from '../scene/mercator.ts'
import type { Colours } from './colours.ts'
import type { Pen, Sprites } from './sprites.ts'

/** What painters draw with. `ratio` is device px a css px. */
export type PaintTools = {
  readonly pen: Pen
  readonly sprites: Sprites
  readonly colours: Colours
  readonly ratio: number
  readonly view: View
}
