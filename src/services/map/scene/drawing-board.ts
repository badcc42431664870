import { FENCE } from '#contract/records/fence-limits.ts'
import type { FenceShape, FenceTool } from '#contract/records/fence-shape.ts'
import { FENCE_FAULT } from '#contract/records/geofence.text.ts'
import type { BegunShape, FenceDrawing, FenceDrawingEvents } from '../map.port.ts'

/** What draws for a board: the adapter's part. */
export type Pen = {
  /** Draws with this tool where no finished shape lies. Called only while nothing is begun. */
  take(tool: FenceTool): void
  /** Puts a finished shape there to be changed, or takes it away. What is begun is dropped. */
  put(shape: FenceShape | null): void
  undo(): void
  redo(): void
  finish(): void
  drop(): void
}

/** One shape that is being drawn, whoever draws it. Pens tell it what they did. */
export type DrawingBoard = {
  readonly tool: FenceTool
  readonly shape: FenceShape | null
  readonly begun: BegunShape | null
  readonly hasPen: boolean
  /** Lends the board a pen; the answer takes it away again, and with it what is begun. */
  lend(pen: Pen): () => void
  tellBegun(begun: BegunShape | null): void
  /** Whether `redo` would set something again. */
  tellRedo(canRedo: boolean): void
  tellFinished(shape: FenceShape): void
  tellRefused(reason: string): void
}

const isSame = (a: FenceShape | null, b: FenceShape | null) => JSON.stringify(a) === JSON.stringify(b)

/**
 * A board and the drawing that its owner holds. The tool changes only while nothing is begun, because changing it throws
 * away what is begun (GEO-03): one that is asked for meanwhile is taken when the shape is finished or dropped.
 */
export const createDrawingBoard = ({
  shape: first,
  events,
  changed,
  end,
}: {
  shape: FenceShape | null
  events: FenceDrawingEvents
  changed: () => void
  end: () => void
}): { board: DrawingBoard; drawing: FenceDrawing } => {
  let wanted: FenceTool = 'circle'
  let tool: FenceTool = wanted
  let shape = first
  let begun: BegunShape | null = null
  let canRedo = false
  let pen: Pen | null = null
  let isOver = false

  const takeWanted = () => {
    if (begun !== null || tool === wanted) return
    tool = wanted
    pen?.take(tool)
  }
  const tellBegun = (next: BegunShape | null) => {
    if (isOver || (begun === null && next === null)) return
    begun = next
    takeWanted()
    changed()
    events.onBegun(next)
  }

  const tellRedo = (next: boolean) => {
    if (isOver || canRedo === next) return
    canRedo = next
    events.onRedo(next)
  }

  const board: DrawingBoard = {
    get tool() {
      return tool
    },
    get shape() {
      return shape
    },
    get begun() {
      return begun
    },
    get hasPen() {
      return pen !== null
    },
    lend: (lent) => {
      pen = lent
      lent.take(tool)
      lent.put(shape)
      changed()
      return () => {
        if (pen !== lent) return
        pen = null
        tellBegun(null)
        tellRedo(false)
        changed()
      }
    },
    tellBegun,
    tellRedo,
    tellFinished: (next) => {
      if (isOver) return
      shape = next
      tellBegun(null)
      changed()
      events.onFinished(next)
    },
    tellRefused: (reason) => {
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
      takeWanted()
      changed()
    }),
    show: whileItLasts((next) => {
      if (isSame(shape, next)) return
      shape = next
      pen?.put(next)
      tellBegun(null)
      changed()
    }),
    undo: whileItLasts(() => pen?.undo()),
    redo: whileItLasts(() => pen?.redo()),
    finish: whileItLasts(() => {
      if (begun === null) return
      if (begun.tool === 'polygon' && begun.corners < FENCE.leastCorners)
        events.onRefused(FENCE_FAULT.corners)
      else pen?.finish()
    }),
    drop: whileItLasts(() => pen?.drop()),
    clear: whileItLasts(() => {
      isOver = true
      end()
    }),
  }
  return { board, drawing }
}
