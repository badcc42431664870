import type { Map as MapLibreMap } from 'maplibre-gl'

/** A frame that takes longer than this many ms is slow; browsers that save power draw one each 33 ms. */
const SLOW_MS = 40
/** So many slow frames in a row make a slow movement. */
const SLOW_FRAMES = 3
/** The part of the screen's px, along each side, that a slow movement is drawn with. */
const COARSE = 2 / 3
/** The map must rest for this many ms before it is sharp again, so that turns of a wheel do not switch to and fro. */
const REST_MS = 150

type MovingMap = Pick<
  MapLibreMap,
  | '_overridePixelRatio'
  | '_resizeInternal'
  | 'getPixelRatio'
  | 'isMoving'
  | 'off'
  | 'on'
  | 'painter'
  | 'redraw'
>
type Options = {
  readonly window: Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame'>
  /** ms of a monotonic clock. */
  readonly now: () => number
}

/**
 * Draws a map that moves too slowly with fewer px until it rests: without a graphics card a frame takes as long as it
 * has px. Returns its undo.
 */
export const moveCoarsely = (map: MovingMap, { window, now }: Options): (() => void) => {
  let frame: number | undefined
  let lastFrameAt = 0
  let slowFrames = 0
  let isCoarse = false
  let rest: ReturnType<typeof setTimeout> | undefined

  // `setPixelRatio` would end the gesture that moves the map: it stops a map when it resizes it.
  const draw = (pixelRatio: number | null) => {
    map._overridePixelRatio = pixelRatio
    if (!map.painter.context.gl.isContextLost()) map._resizeInternal()
  }
  // The browser's frames and not the map's: a map under a hand that rests or moves seldom draws none.
  const countFrame = () => {
    const at = now()
    slowFrames = at - lastFrameAt > SLOW_MS ? slowFrames + 1 : 0
    lastFrameAt = at
    frame = window.requestAnimationFrame(countFrame)
  }
  const stopCounting = () => {
    if (frame !== undefined) window.cancelAnimationFrame(frame)
    frame = undefined
    slowFrames = 0
  }
  const started = () => {
    if (isCoarse || frame !== undefined) return
    lastFrameAt = now()
    frame = window.requestAnimationFrame(countFrame)
  }
  // A resized canvas is empty. The map draws it before the browser presents it, because it moves within its frame.
  const moved = () => {
    if (isCoarse || slowFrames < SLOW_FRAMES) return
    stopCounting()
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
    stopCounting()
    clearTimeout(rest)
    if (isCoarse) rest = setTimeout(rested, REST_MS)
  }

  map.on('movestart', started)
  map.on('move', moved)
  map.on('moveend', ended)
  return () => {
    stopCounting()
    clearTimeout(rest)
    map.off('movestart', started)
    map.off('move', moved)
    map.off('moveend', ended)
  }
}
