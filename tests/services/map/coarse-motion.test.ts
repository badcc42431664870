import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { moveCoarsely } from '#src/services/map/maplibre/coarse-motion.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A map on a screen of ratio 2, moved frame by frame, that records each ratio it was drawn with. */
const movedMap = () => {
  const listeners = new Map<string, () => void>()
  const drawn: number[] = []
  let at = 0
  const state = { isMoving: false, redraws: 0 }
  const map = {
    _overridePixelRatio: null as number | null,
    _resizeInternal: () => void drawn.push(map.getPixelRatio()),
    getPixelRatio: () => map._overridePixelRatio ?? 2,
    isMoving: () => state.isMoving,
    redraw: () => {
      state.redraws += 1
    },
    on: (name: string, listener: () => void) => void listeners.set(name, listener),
    off: (name: string, listener: () => void) =>
      void (listeners.get(name) === listener && listeners.delete(name)),
  }
  const stop = moveCoarsely(map as never, () => at)
  return {
    drawn,
    state,
    listeners,
    stop,
    frames: (...ms: readonly number[]) => {
      state.isMoving = true
      for (const each of ms) {
        at += each
        listeners.get('move')?.()
        listeners.get('render')?.()
      }
    },
    ends: () => {
      state.isMoving = false
      listeners.get('moveend')?.()
    },
  }
}

test('three slow frames in a row make the map coarse at the next move, and rest makes it sharp', () => {
  const { frames, ends, drawn, state } = movedMap()
  frames(16, 40, 40, 40)
  expect(drawn).toEqual([])
  frames(40)
  expect(drawn).toEqual([2 * (2 / 3)])
  frames(20, 50, 50, 50, 50)
  expect(drawn, 'switched once').toHaveLength(1)
  ends()
  vi.advanceTimersByTime(149)
  expect(drawn).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(drawn).toEqual([2 * (2 / 3), 2])
  expect(state.redraws, 'drawn at once, for a resized canvas is empty').toBe(1)
})

test('single slow frames, and the rest between two movements, make nothing coarse', () => {
  const { frames, ends, drawn } = movedMap()
  frames(16, 40, 40, 16, 40, 40, 33, 40, 40, 16)
  ends()
  frames(5_000, 40, 40)
  ends()
  frames(5_000, 40, 40, 16, 16)
  expect(drawn).toEqual([])
})

test('frames of a map at rest, such as tiles that fade in, are not counted', () => {
  const { frames, state, listeners, drawn } = movedMap()
  frames(16, 40, 40)
  state.isMoving = false
  listeners.get('render')?.()
  listeners.get('move')?.()
  expect(drawn).toEqual([])
})

test('a map that moves on before it is sharp stays coarse', () => {
  const { frames, ends, drawn } = movedMap()
  frames(16, 40, 40, 40, 40)
  ends()
  vi.advanceTimersByTime(100)
  frames(16)
  vi.advanceTimersByTime(100)
  expect(drawn).toHaveLength(1)
  ends()
  vi.advanceTimersByTime(150)
  expect(drawn).toHaveLength(2)
})

test('nothing happens to a map that was removed', () => {
  const { frames, ends, drawn, listeners, stop } = movedMap()
  frames(16, 40, 40, 40, 40)
  ends()
  stop()
  vi.runAllTimers()
  expect(drawn).toHaveLength(1)
  expect([...listeners.keys()]).toEqual([])
})
