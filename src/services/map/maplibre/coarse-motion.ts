import type { Map as MapLibreMap } from 'maplibre-gl'

/** A frame that takes longer than this many ms is slow: fewer than 30 a second. */
const SLOW_MS = 33
/** So many slow frames in a row make a slow movement. */
const SLOW_FRAMES = 3
/** The part of the screen's px, along each side, that a slow movement is drawn with. */
const COARSE = 2 / 3
/** The map must rest for this many ms before it is sharp again, so that turns of a wheel do not switch to and fro. */
const REST_MS = 150

type MovingMap = Pick<
  MapLibreMap,
  '_overridePixelRatio' | '_resizeInternal' | 'getPixelRatio' | 'isMoving' | 'off' | 'on' | 'redraw'
>

/**
 * Draws a map that moves too slowly with fewer px until it rests: without a graphics card a frame takes as long as it
 * has px. Needs the clock `now` in ms. Returns its undo.
 */
export const moveCoarsely = (map: MovingMap, now: () => number): (() => void) => {
  let lastFrameAt: number | undefined
  let slowFrames = 0
  let isCoarse = false
  let rest: ReturnType<typeof setTimeout> | undefined

  // `setPixelRatio` would end the gesture that moves the map: it stops a map when it resizes it.
  const draw = (pixelRatio: number | null) => {
    map._overridePixelRatio = pixelRatio
    map._resizeInternal()
  }
  const frameDrawn = () => {
    if (!map.isMoving()) return
    const at = now()
    slowFrames = lastFrameAt !== undefined && at - lastFrameAt > SLOW_MS ? slowFrames + 1 : 0
    lastFrameAt = at
  }
  // A resized canvas is empty. The map draws it before the browser presents it, because it moves within its frame.
  const moved = () => {
    if (isCoarse || slowFrames < SLOW_FRAMES) return
    isCoarse = true
    draw(map.getPixelRatio() * COARSE)
  }
  const rested = () => {
    if (map.isMoving()) return
    isCoarse = false
    draw(null)
    map.redraw()
  }
  const ended = () => {
    lastFrameAt = undefined
    slowFrames = 0
    clearTimeout(rest)
    if (isCoarse) rest = setTimeout(rested, REST_MS)
  }

  map.on('render', frameDrawn)
  map.on('move', moved)
  map.on('moveend', ended)
  return () => {
    clearTimeout(rest)
    map.off('render', frameDrawn)
    map.off('move', moved)
    map.off('moveend', ended)
  }
}
