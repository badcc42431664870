import { type Fault, faultOf } from '#contract/errors.ts'
import { FENCE } from '#domain/fence-limits.ts'
import type { FenceShape, FenceTool } from '#domain/fences.ts'
import type { BegunShape, FenceDrawing, FenceDrawingEvents } from '../map.port.ts'

/** The adapter's part of a draw session. */
export type DrawTool = {
  /** Selects the tool if there is no finished shape. Called only while no shape is unfinished. */
  setTool(tool: FenceTool): void
  /** Shows a finished shape for editing, or removes it. Discards an unfinished shape. */
  setShape(shape: FenceShape | null): void
  undo(): void
  redo(): void
  finish(): void
  drop(): void
}

/** One shape being drawn. Draw tools report their progress to it. */
export type DrawSession = {
  readonly tool: FenceTool
  readonly shape: FenceShape | null
  readonly begun: BegunShape | null
  readonly hasDrawTool: boolean
  /** Attaches a draw tool. The returned function detaches it and discards the unfinished shape. */
  attach(drawTool: DrawTool): () => void
  reportBegun(begun: BegunShape | null): void
  /** Whether `redo` would add a corner. */
  reportCanRedo(canRedo: boolean): void
  reportFinished(shape: FenceShape): void
  reportRefused(fault: Fault): void
}

const isSame = (a: FenceShape | null, b: FenceShape | null) => JSON.stringify(a) === JSON.stringify(b)

/**
 * A draw session, and the drawing that its owner controls. Changing the tool would discard an unfinished shape
 * (GEO-03), so a tool requested meanwhile is set when the shape is finished or discarded.
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
    reportRefused: (fault) => {
      if (!isOver) events.onRefused(fault)
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
      if (begun.tool === 'polygon' && begun.corners < FENCE.minCorners)
        events.onRefused(faultOf('fenceFewCorners'))
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
