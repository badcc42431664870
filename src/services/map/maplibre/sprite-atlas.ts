import type { Sprite } from '../overlay/sprites.ts'

/** The corner of a sprite in the atlas, in its px. */
type AtlasPlace = { readonly x: number; readonly y: number }

/** Sprites on one canvas, to be one texture. */
export type SpriteAtlas = {
  readonly canvas: HTMLCanvasElement
  /** Rises when the canvas was drawn on. */
  readonly version: number
  /** Places the sprites, if they are not there, and returns where each is; undefined if it found no room. */
  placesOf(sprites: readonly Sprite[]): (sprite: Sprite) => AtlasPlace | undefined
}

const FIRST_PX = 1024
/** Every WebGL 2 context has textures of this size at least. */
const MOST_PX = 2048
/** px between sprites, so that none bleeds into its neighbour. */
const GAP_PX = 1

/** Sprites fill rows. When they find no room, those that are no longer stamped make room. */
export const createSpriteAtlas = (document: Document): SpriteAtlas => {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const places = new Map<Sprite, AtlasPlace>()
  let next = { x: 0, y: 0, height: 0 }
  let version = 0

  const empty = (px: number) => {
    canvas.width = px
    canvas.height = px
    places.clear()
    next = { x: GAP_PX, y: GAP_PX, height: 0 }
  }
  empty(FIRST_PX)

  /** Whether there was room. */
  const place = (sprite: Sprite): boolean => {
    const { image } = sprite
    if (next.x + image.width + GAP_PX > canvas.width)
      next = { x: GAP_PX, y: next.y + next.height + GAP_PX, height: 0 }
    if (next.y + image.height + GAP_PX > canvas.height) return false
    context?.drawImage(image, next.x, next.y)
    places.set(sprite, { x: next.x, y: next.y })
    next = { x: next.x + image.width + GAP_PX, y: next.y, height: Math.max(next.height, image.height) }
    version += 1
    return true
  }
  const placeAll = (sprites: ReadonlySet<Sprite>) =>
    [...sprites].every((each) => places.has(each) || place(each))

  return {
    canvas,
    get version() {
      return version
    },
    placesOf: (sprites) => {
      const wanted = new Set(sprites)
      for (let px = canvas.width; !placeAll(wanted) && px <= MOST_PX; px *= 2) empty(px)
      return (sprite) => places.get(sprite)
    },
  }
}
