import { beforeEach, describe, expect, test, vi } from 'vitest'
import { LATE_AFTER_MS } from '#domain/lateness.ts'
import { OFFLINE_AFTER_MS } from '#domain/status.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { createOverlay } from '#src/services/map/overlay/overlay.ts'
import { mercatorX, mercatorY, WORLD_PX } from '#src/services/map/scene/mercator.ts'
import { createScene } from '#src/services/map/scene/scene.ts'
import { mapVehicle, NOON } from '#tests/kit/builders/map-scene.ts'
import { RecordedPath, recordingContext } from '#tests/kit/canvas-recorder.ts'

const ZOOM = 12
/** px at this zoom in degrees of longitude. */
const PX = 360 / (WORLD_PX * 2 ** ZOOM)
const LNG = 77
const LAT = 20
/** px from the centre to a place that is far out of view. */
const AWAY = 5000

/** What stands for an element of the page in a test without a DOM. */
class TextField {
  matches(selectors: string) {
    return selectors.includes('input')
  }
}

/** A page whose canvases draw nothing, and whose frames come when the test asks for them. */
const fakePage = () => {
  let frame: (() => void) | undefined
  const keyListeners = new Set<(event: unknown) => void>()
  const window = {
    addEventListener: (_: string, listener: (event: unknown) => void) => void keyListeners.add(listener),
    devicePixelRatio: 1,
    requestAnimationFrame: (run: () => void) => {
      frame = run
      return 1
    },
    cancelAnimationFrame: () => {
      frame = undefined
    },
  }
  const createElement = () => {
    const context = Object.assign(recordingContext().context, {
      drawImage: () => undefined,
      fillRect: () => undefined,
    })
    return { style: {}, getContext: () => context, remove: () => undefined }
  }
  const ownerDocument = { defaultView: window, createElement }
  return {
    root: { ownerDocument, append: () => undefined } as unknown as HTMLElement,
    /** Types a letter into a field of the page. */
    type: () => {
      for (const listener of keyListeners) listener({ target: new TextField(), key: 'm' })
    },
    /** Runs the frame that was asked for; whether there was one. */
    runFrame: () => {
      const run = frame
      frame = undefined
      run?.()
      return run !== undefined
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Path2D', RecordedPath)
  vi.stubGlobal('Element', TextField)
  return () => vi.useRealTimers()
})

const fleetOnMap = () => {
  const fleet = createFleetStore()
  const at = (vehicleId: number, px: number) =>
    mapVehicle(vehicleId, { longitude: LNG + px * PX, latitude: LAT, heading: 45 })
  fleet.replaceMembers([at(1, 0), at(2, 100), at(3, AWAY)])
  const { scene, port } = createScene({ fleet, now: () => 0 })
  const page = fakePage()
  const centre = { x: mercatorX(LNG), y: mercatorY(LAT) }
  createOverlay({
    scene,
    root: page.root,
    viewOf: () => ({ centre, zoom: ZOOM, width: 800, height: 600, middle: { x: 400, y: 300 } }),
    now: () => performance.now(),
    prefersReducedMotion: () => true,
    afterPaint: () => undefined,
  })
  port.showFleet('all')
  page.runFrame()
  let time = NOON
  /** Stores a fix; whether the vehicles are painted anew for it. */
  const fix = (vehicleId: number, px: number, given: { heading?: number; status?: number } = {}) => {
    time += 1000
    fleet.applyBatch({
      vehicleId: [vehicleId],
      time: [time],
      lng: [LNG + px * PX],
      lat: [LAT],
      speed: [40],
      heading: [given.heading ?? 45],
      status: [given.status ?? 0],
    })
    return page.runFrame()
  }
  return { fleet, fix, runFrame: page.runFrame, type: page.type }
}

describe('new fixes', () => {
  test('do not repaint the vehicles until one has moved by half a pixel', () => {
    const { fix } = fleetOnMap()
    expect([fix(1, 0.2), fix(1, 0.4), fix(2, 100.3)]).toEqual([false, false, false])
    expect(fix(1, 0.6)).toBe(true)
    expect(fix(1, 0.9), 'from where it was painted last').toBe(false)
    expect(fix(1, 1.2)).toBe(true)
  })

  test('repaint when the shape of a vehicle changes: its status, its direction, or that it has one', () => {
    const { fix } = fleetOnMap()
    expect([fix(1, 0, { heading: 46 }), fix(1, 0, { heading: 44 })]).toEqual([false, false])
    expect(fix(1, 0, { heading: 48 })).toBe(true)
    expect(fix(1, 0, { heading: -1 })).toBe(true)
    expect(fix(1, 0, { heading: 359 })).toBe(true)
    expect(fix(1, 0, { heading: 1 }), 'by two degrees, over north').toBe(false)
    expect(fix(1, 0, { heading: 1, status: 2 })).toBe(true)
  })

  test('repaint nothing between the letters that the user types into a search', () => {
    const { fix, runFrame, type } = fleetOnMap()
    type()
    expect([fix(1, 20), fix(1, 40), fix(2, 130)]).toEqual([false, false, false])
    vi.advanceTimersByTime(249)
    expect(runFrame()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(runFrame()).toBe(true)
    expect(runFrame(), 'once').toBe(false)
  })

  test('repaint when a vehicle becomes late', () => {
    const { fleet, runFrame } = fleetOnMap()
    fleet.age(NOON + LATE_AFTER_MS)
    expect(runFrame()).toBe(false)
    fleet.age(NOON + OFFLINE_AFTER_MS - 1)
    expect(runFrame()).toBe(true)
  })

  test('of vehicles out of view repaint nothing before one comes into view', () => {
    const { fix } = fleetOnMap()
    expect(fix(3, AWAY + 10)).toBe(false)
    expect(fix(3, 200)).toBe(true)
  })
})
