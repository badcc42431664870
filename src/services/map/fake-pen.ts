import { type FenceShape, metresBetween, shapeFault } from '#contract/records/fence-shape.ts'
import type { LngLat } from './map.port.ts'
import type { DrawingBoard, Pen } from './scene/drawing-board.ts'

/** A pen in memory, and the hands that hold it. */
export type FakePen = Pen & {
  press(at: LngLat): void
  /** Pulls what lies at a place of the finished shape to another: a corner, the middle of a side, the edge of a circle, or the whole. */
  drag(from: LngLat, to: LngLat): void
  /** Takes the corner at a place away, as long as three are left. */
  pressRight(at: LngLat): void
}

/** The outer part of a circle's radius by which it is resized, and degrees within which a corner is meant. */
const EDGE_PART = 0.8
const CORNER_DEGREES = 0.02

const middleOf = (a: LngLat, b: LngLat): LngLat => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
const isNear = (a: LngLat, b: LngLat) => Math.hypot(a[0] - b[0], a[1] - b[1]) < CORNER_DEGREES

/** Draws at once what is pressed. */
export const createFakePen = (board: DrawingBoard): FakePen => {
  let corners: LngLat[] = []
  let takenBack: LngLat[] = []

  const tell = () => {
    const radiusM = board.tool === 'circle' ? 0 : null
    board.tellBegun(corners.length === 0 ? null : { tool: board.tool, corners: corners.length, radiusM })
    board.tellRedo(takenBack.length > 0)
  }
  const clear = () => {
    corners = []
    takenBack = []
    tell()
  }
  const offer = (shape: FenceShape) => {
    const reason = shapeFault(shape)
    if (reason !== null) return board.tellRefused(reason)
    clear()
    board.tellFinished(shape)
  }
  const close = () => offer({ kind: 'polygon', corners })
  const moved = (shape: FenceShape, from: LngLat, to: LngLat): FenceShape => {
    const shift = ([lng, lat]: LngLat): LngLat => [lng + to[0] - from[0], lat + to[1] - from[1]]
    if (shape.kind === 'circle') {
      const { centre, radiusM } = shape
      return metresBetween(centre, from) > radiusM * EDGE_PART
        ? { ...shape, radiusM: Math.round(metresBetween(centre, to)) }
        : { ...shape, centre: shift(centre) }
    }
    const { corners: set } = shape
    const pulled = set.findIndex((corner) => isNear(corner, from))
    if (pulled !== -1) return { ...shape, corners: set.with(pulled, to) }
    const side = set.findIndex((corner, place) =>
      isNear(middleOf(corner, set[(place + 1) % set.length] ?? corner), from),
    )
    return { ...shape, corners: side === -1 ? set.map(shift) : set.toSpliced(side + 1, 0, to) }
  }

  return {
    take: clear,
    put: clear,
    undo: () => {
      const last = corners.pop()
      if (last) takenBack.push(last)
      tell()
    },
    redo: () => {
      const next = takenBack.pop()
      if (next) corners.push(next)
      tell()
    },
    finish: () => {
      if (board.tool === 'polygon') close()
    },
    drop: clear,
    press: (at) => {
      if (board.shape !== null) return
      const [first] = corners
      if (board.tool === 'circle' && first) {
        const radiusM = Math.round(metresBetween(first, at))
        board.tellBegun({ tool: 'circle', corners: 1, radiusM })
        return offer({ kind: 'circle', centre: first, radiusM })
      }
      if (board.tool === 'polygon' && corners.length >= 3 && first && isNear(first, at)) return close()
      corners.push(at)
      takenBack = []
      tell()
    },
    drag: (from, to) => {
      if (board.shape !== null) offer(moved(board.shape, from, to))
    },
    pressRight: (at) => {
      if (board.shape?.kind !== 'polygon' || board.shape.corners.length <= 3) return
      const { corners: set } = board.shape
      const left = set.filter((corner) => !isNear(corner, at))
      if (left.length < set.length) offer({ kind: 'polygon', corners: left })
    },
  }
}
