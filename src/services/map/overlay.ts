import { COLOURS, FIGURES } from './paint/colours.ts'
import { paintFleet } from './paint/fleet-painter.ts'
import { createSprites } from './paint/sprites.ts'
import { createTrackPainter, type PaintTools, type TrackPainter } from './paint/track-painter.ts'
import { paintTrail } from './paint/trail-painter.ts'
import { createFleetView } from './scene/fleet-view.ts'
import type { FleetLayout } from './scene/groups.ts'
import { type Hit, hitScene } from './scene/hit.ts'
import { createMarks, type Marks } from './scene/marks.ts'
import type { View } from './scene/mercator.ts'
import type { Scene } from './scene/scene.ts'

export type Overlay = {
  /** Draws now; for adapters, right after they drew the ground, so that both move together. */
  paint(): void
  /** Draws at the next frame, once however often it is asked. */
  ask(): void
  /** Colours, fonts or pixel ratio changed. */
  repaint(): void
  hit(at: { x: number; y: number }): Hit | undefined
  layout(): FleetLayout | undefined
  remove(): void
}

/** More device px than this a css px cost time and show nothing. */
const MAX_RATIO = 2

/**
 * Draws the scene on a canvas of its own over the ground: vehicles that move do not make the ground be drawn again,
 * a new ground style takes nothing off, and any adapter that knows its camera can use it.
 */
export const createOverlay = ({
  scene,
  canvas,
  viewOf,
  now,
  isStill,
  afterPaint,
}: {
  scene: Scene
  canvas: HTMLCanvasElement
  viewOf: () => View
  /** A steady clock in ms. */
  now: () => number
  /** The user wants no motion. */
  isStill: () => boolean
  /** Called after each drawing, to place what hangs on the map. */
  afterPaint: (view: View) => void
}): Overlay => {
  const pen = canvas.getContext('2d')
  const window = canvas.ownerDocument.defaultView ?? globalThis.window
  const sprites = createSprites(canvas.ownerDocument)
  const fleetView = createFleetView(scene.fleetStore)
  let ratio = 0
  let frame: number | undefined
  let regroup: ReturnType<typeof setTimeout> | undefined
  let track: { painter: TrackPainter; marks: Marks } | undefined
  /** The fleet as it stands on the canvas. */
  let painted: FleetLayout | undefined
  let singles: { of: FleetLayout; slots: Uint8Array } | undefined

  const layout = () =>
    scene.fleet ? fleetView.at(scene.fleet, scene.selected, viewOf().zoom, now()) : undefined

  const measure = ({ width, height }: View) => {
    const next = Math.min(MAX_RATIO, window.devicePixelRatio || 1)
    if (next !== ratio) sprites.clear(next)
    ratio = next
    if (canvas.width === Math.round(width * ratio) && canvas.height === Math.round(height * ratio)) return
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
    canvas.style.width = `${width}px`
    canvas.style.height = `${height}px`
  }

  const paint = () => {
    if (frame !== undefined) window.cancelAnimationFrame(frame)
    frame = undefined
    if (!pen) return
    const view = viewOf()
    measure(view)
    pen.setTransform(1, 0, 0, 1, 0, 0)
    pen.clearRect(0, 0, canvas.width, canvas.height)
    const tools: PaintTools = { pen, sprites, colours: COLOURS[scene.theme], ratio, view }
    painted = layout()
    if (painted) paintFleet(tools, scene.fleetStore, painted, scene.selected)
    if (scene.track) {
      const { path } = scene.track
      if (track?.painter.path !== path) {
        const marks = createMarks(path)
        track = { painter: createTrackPainter(path, marks), marks }
      }
      track.painter.paint(tools, scene.track)
    } else track = undefined
    const moving = scene.trail ? paintTrail(tools, scene.trail, now(), isStill()) : false
    afterPaint(view)
    if (moving) ask()
  }

  const ask = () => {
    frame ??= window.requestAnimationFrame(paint)
  }

  const isDrawnSingly = (shown: FleetLayout, slot: number) => {
    if (singles?.of !== shown) {
      singles = { of: shown, slots: new Uint8Array(scene.fleetStore.size) }
      for (const each of shown.singles) singles.slots[each] = 1
    }
    return singles.slots[slot] === 1
  }

  const stopFleet = scene.fleetStore.onChange(({ slots }) => {
    if (!scene.fleet) return
    const shown = painted
    if (slots === 'all' || !shown || slots.some((slot) => isDrawnSingly(shown, slot))) ask()
    const due = fleetView.dueAt()
    if (due !== undefined)
      regroup ??= setTimeout(
        () => {
          regroup = undefined
          ask()
        },
        Math.max(0, due - now()),
      )
  })
  const stopScene = scene.onChange((change) => {
    if (change !== 'camera') ask()
  })

  const repaint = () => {
    sprites.clear(ratio || 1)
    ask()
  }
  let removed = false
  const fonts = canvas.ownerDocument.fonts
  void fonts?.load(`600 12px ${FIGURES}`).then(
    () => {
      if (!removed) repaint()
    },
    () => undefined,
  )

  return {
    paint,
    ask,
    repaint,
    hit: (at) => hitScene({ scene, layout: layout(), marks: track?.marks, view: viewOf() }, at),
    layout,
    remove: () => {
      removed = true
      if (frame !== undefined) window.cancelAnimationFrame(frame)
      clearTimeout(regroup)
      stopFleet()
      stopScene()
      canvas.width = 0
      canvas.remove()
    },
  }
}
