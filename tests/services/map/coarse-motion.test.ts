import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { moveCoarsely } from '#src/services/map/maplibre/coarse-motion.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A map on a screen of ratio 2, in a browser driven frame by frame, that records each ratio it was drawn with. */
const movedMap = () => {
  const listeners = new Map<string, () => void>()
  const callbacks = new Map<number, FrameRequestCallback>()
  const drawn: number[] = []
  let at = 0
  let frame = 0
  const state = { isMoving: false, isContextLost: false, redraws: 0 }
  const map = {
    _overridePixelRatio: null as number | null,
    _resizeInternal: () => void drawn.push(map.getPixelRatio()),
    getPixelRatio: () => map._overridePixelRatio ?? 2,
    isMoving: () => state.isMoving,
    painter: { context: { gl: { isContextLost: () => state.isContextLost } } },
    redraw: () => {
      state.redraws += 1
    },
    on: (name: string, listener: () => void) => void listeners.set(name, listener),
    off: (name: string, listener: () => void) =>
      void (listeners.get(name) === listener && listeners.delete(name)),
  }
  const stop = moveCoarsely(map as never, {
    window: {
      requestAnimationFrame: (callback) => {
        frame += 1
        callbacks.set(frame, callback)
        return frame
      },
      cancelAnimationFrame: (handle) => void callbacks.delete(handle),
    },
    now: () => at,
  })
  /** The browser's frames, so many ms after each other. */
  const frames = (...ms: readonly number[]) => {
    for (const each of ms) {
      at += each
      const due = [...callbacks.values()]
      callbacks.clear()
      for (const callback of due) callback(at)
    }
  }
  const starts = () => {
    state.isMoving = true
    listeners.get('movestart')?.()
  }
  const moves = () => listeners.get('move')?.()
  const ends = () => {
    state.isMoving = false
    listeners.get('moveend')?.()
  }
  return { drawn, state, listeners, callbacks, stop, frames, starts, moves, ends }
}

test('three slow frames in a row make the map coarse at the next move, and rest makes it sharp', () => {
  const { frames, starts, moves, ends, drawn, state, callbacks } = movedMap()
  starts()
  frames(16, 41, 41)
  moves()
  expect(drawn).toEqual([])
  frames(41)
  expect(drawn).toEqual([])
  moves()
  expect(drawn).toEqual([2 * (2 / 3)])
  frames(50, 50, 50, 50)
  moves()
  expect(drawn, 'switched once').toHaveLength(1)
  expect(callbacks.size, 'no more frames are counted').toBe(0)
  ends()
  vi.advanceTimersByTime(149)
  expect(drawn).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(drawn).toEqual([2 * (2 / 3), 2])
  expect(state.redraws, 'drawn at once, for a resized canvas is empty').toBe(1)
})

test('single slow frames, and the rest between two movements, make nothing coarse', () => {
  const { frames, starts, moves, ends, drawn } = movedMap()
  starts()
  frames(16, 41, 41, 16, 41, 41, 40, 41, 41, 16)
  moves()
  frames(41, 41)
  ends()
  frames(5_000, 41, 41)
  starts()
  frames(41, 41)
  moves()
  expect(drawn).toEqual([])
})

test('a map under a hand that moves seldom stays sharp where frames are fast', () => {
  const { frames, starts, moves, drawn } = movedMap()
  starts()
  for (let move = 0; move < 10; move++) {
    frames(16, 17, 16, 17, 16, 17)
    moves()
  }
  expect(drawn).toEqual([])
})

test('no frames are counted while the map rests', () => {
  const { frames, starts, ends, callbacks } = movedMap()
  expect(callbacks.size).toBe(0)
  starts()
  starts()
  expect(callbacks.size).toBe(1)
  frames(16)
  ends()
  expect(callbacks.size).toBe(0)
})

/** A map that has just become coarse. */
const coarseMap = () => {
  const map = movedMap()
  map.starts()
  map.frames(41, 41, 41)
  map.moves()
  return map
}

test('a map that moves on before it is sharp stays coarse', () => {
  const { starts, ends, drawn } = coarseMap()
  ends()
  vi.advanceTimersByTime(100)
  starts()
  vi.advanceTimersByTime(100)
  expect(drawn).toHaveLength(1)
  ends()
  vi.advanceTimersByTime(150)
  expect(drawn).toHaveLength(2)
})

test('a map that became sharp counts anew', () => {
  const { frames, starts, moves, ends, drawn } = coarseMap()
  ends()
  vi.advanceTimersByTime(150)
  starts()
  frames(41, 41)
  moves()
  expect(drawn).toHaveLength(2)
  frames(41)
  moves()
  expect(drawn).toHaveLength(3)
})

test('a map whose context is lost is not resized', () => {
  const { ends, state, drawn } = coarseMap()
  state.isContextLost = true
  ends()
  vi.advanceTimersByTime(150)
  expect(drawn).toHaveLength(1)
})

test('nothing happens to a map that was removed', () => {
  const { ends, drawn, listeners, callbacks, starts, stop } = coarseMap()
  ends()
  stop()
  vi.runAllTimers()
  expect(drawn).toHaveLength(1)
  expect([...listeners.keys()]).toEqual([])
  const moving = movedMap()
  moving.starts()
  moving.stop()
  expect(moving.callbacks.size).toBe(0)
  starts()
  expect(callbacks.size).toBe(0)
})
