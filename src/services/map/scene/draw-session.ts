import { FENCE_ERROR } from '#contract/records/geofences.ts'
import type { FenceShape, FenceTool } from '#domain/fences.ts'
import { FENCE } from '#domain/fences.ts'
import type { BegunShape, FenceDrawing, FenceDrawingEvents } from '../map.port.ts'

/** What draws for a drawSession: the adapter's part. */
export type DrawTool = {
  /** Draws with this tool where no finished shape lies. Called only while nothing is begun. */
  setTool(tool: FenceTool): void
  /** Puts a finished shape there to be changed, or takes it away. What is begun is dropped. */
  setShape(shape: FenceShape | null): void
  undo(): void
  redo(): void
  finish(): void
  drop(): void
}

/** One shape that is being drawn, whoever draws it. Pens tell it what they did. */
export type DrawSession = {
  readonly tool: FenceTool
  readonly shape: FenceShape | null
  readonly begun: BegunShape | null
  readonly hasDrawTool: boolean
  /** Lends the drawSession a drawTool; the answer takes it away again, and with it what is begun. */
  attach(drawTool: DrawTool): () => void
  reportBegun(begun: BegunShape | null): void
  /** Whether `redo` would set something again. */
  reportCanRedo(canRedo: boolean): void
  reportFinished(shape: FenceShape): void
  reportRefused(reason: string): void
}

const isSame = (a: FenceShape | null, b: FenceShape | null) => JSON.stringify(a) === JSON.stringify(b)

/**
 * A drawSession and the drawing that its owner holds. The tool changes only while nothing is begun, because changing it throws
 * away what is begun (GEO-03): one that is asked for meanwhile is taken when the shape is finished or dropped.
 */
export const createDrawSession = ({
  shape: first,
  events,
  changed,
  end,
}: {
  shape: FenceShape | null
  events: FenceDrawingEvents
  changed: () => void
  end: () => void
}): { drawSession: DrawSession; drawing: FenceDrawing } => {
  let wanted: FenceTool = 'circle'
  let tool: FenceTool = wanted
  let shape = first
  let begun: BegunShape | null = null
  let canRedo = false
  let drawTool: DrawTool | null = null
  let isOver = false

  const applyWantedTool = () => {
    if (begun !== null || tool === wanted) return
    tool = wanted
    drawTool?.setTool(tool)
  }
  const reportBegun = (next: BegunShape | null) => {
    if (isOver || (begun === null && next === null)) return
    begun = next
    applyWantedTool()
    changed()
    events.onBegun(next)
  }

  const reportCanRedo = (next: boolean) => {
    if (isOver || canRedo === next) return
    canRedo = next
    events.onRedo(next)
  }

  const drawSession: DrawSession = {
    get tool() {
      return tool
    },
    get shape() {
      return shape
    },
    get begun() {
      return begun
    },
    get hasDrawTool() {
      return drawTool !== null
    },
    attach: (attached) => {
      drawTool = attached
      attached.setTool(tool)
      attached.setShape(shape)
      changed()
      return () => {
        if (drawTool !== attached) return
        drawTool = null
        reportBegun(null)
        reportCanRedo(false)
        changed()
      }
    },
    reportBegun,
    reportCanRedo,
    reportFinished: (next) => {
      if (isOver) return
      shape = next
      reportBegun(null)
      changed()
      events.onFinished(next)
    },
    reportRefused: (reason) => {
      if (!isOver) events.onRefused(reason)
    },
  }

  const whileItLasts =
    <A extends readonly unknown[]>(act: (...given: A) => void) =>
    (...given: A) => {
      if (!isOver) act(...given)
    }
  const drawing: FenceDrawing = {
    setTool: whileItLasts((next) => {
      wanted = next
      applyWantedTool()
      changed()
    }),
    show: whileItLasts((next) => {
      if (isSame(shape, next)) return
      shape = next
      drawTool?.setShape(next)
      reportBegun(null)
      changed()
    }),
    undo: whileItLasts(() => drawTool?.undo()),
    redo: whileItLasts(() => drawTool?.redo()),
    finish: whileItLasts(() => {
      if (begun === null) return
      if (begun.tool === 'polygon' && begun.corners < FENCE.minCorners) events.onRefused(FENCE_ERROR.corners)
      else drawTool?.finish()
    }),
    drop: whileItLasts(() => drawTool?.drop()),
    clear: whileItLasts(() => {
      isOver = true
      end()
    }),
  }
  return { drawSession, drawing }
}
