import type { LngLat } from '#domain/geo.ts'
import '@fontsource/barlow/400.css'
import '@fontsource/barlow/600.css'
import '@fontsource/barlow-semi-condensed/600.css'
import type { FleetStore } from '#src/services/fleet/fleet-columns.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { createEngineMap, type EngineKind } from '#src/services/map/engine-map.ts'
import type { MapFailure, MapPort } from '#src/services/map/map.port.ts'
import { createPortalMap, type MapChoice, mapLibre } from '#src/services/map/portal.map.ts'
import { mercatorX, mercatorY, worldSize } from '#src/services/map/scene/mercator.ts'
import * as fixtures from '#tests/kit/builders/map-scene.ts'
import { type FakeGoogle, installFakeGoogle } from '#tests/kit/google-fake/install.ts'
import { CONTRACT } from '../contract/contract.ts'
import type { MapHarness } from '../contract/map-harness.ts'

/** The mouse of the test that drives this page; px of the page. A drag goes to the second position. */
type Mouse = (
  act: 'press' | 'drag' | 'pressRight',
  x: number,
  y: number,
  to?: readonly [x: number, y: number],
) => Promise<void>
/** Its keyboard. */
type Keyboard = (act: 'down' | 'up', key: string) => Promise<void>

const found = document.querySelector<HTMLElement>('#map')
if (!found) throw new Error('The page has no container for the map.')
const container = found

const searchParams = new URLSearchParams(location.search)
const choice: MapChoice = {
  googleMapsKey: searchParams.get('key') ?? '',
  ...(searchParams.has('mapId') && { googleMapId: searchParams.get('mapId') ?? '' }),
  mapStyleUrl: searchParams.get('style') ?? '',
  satelliteTilesUrl: '',
}

/** A map whose clock goes on by so many ms with each frame of the browser, however fast this machine is. */
const makeClockedMap = (fleet: FleetStore, ms: number) => {
  let at = 0
  const tick = () => {
    at += ms
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
  const now = () => at
  const { load, problemOf } = mapLibre(() => ({
    styleUrl: choice.mapStyleUrl,
    satelliteTilesUrl: '',
    roadDetail: 'all',
  }))
  const kind: EngineKind = {
    load: async () => {
      const start = await load()
      return (engineView) => start({ ...engineView, now })
    },
    problemOf,
  }
  return createEngineMap({ fleet, kinds: () => [kind] })
}

/** An empty map of its own. */
const makeMap = () => {
  const fleet = createFleetStore()
  const clock = searchParams.get('clock')
  const map =
    clock === null
      ? createPortalMap({ fleet, environment: () => choice })
      : makeClockedMap(fleet, Number(clock))
  const failures: MapFailure[] = []
  map.onFailure((failure) => failures.push(failure))
  return { fleet, map, failures }
}

/** The position of a place on the map, in px of the page. Only valid without padding. */
const pxOn = (map: MapPort, [lng, lat]: LngLat): readonly [x: number, y: number] => {
  const { centre, zoom } = map.drawn().camera
  const size = worldSize(zoom)
  return [
    container.clientWidth / 2 + (mercatorX(lng) - mercatorX(centre[0])) * size,
    container.clientHeight / 2 + (mercatorY(lat) - mercatorY(centre[1])) * size,
  ]
}

/** A condition that does not hold by then is a failure. */
const PATIENCE_MS = 40_000

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Runs one behaviour of the contract on a new map with the real mouse and keyboard. */
const run = async (name: string) => {
  const { mouse, keyboard } = window
  const { map, fleet } = makeMap()
  let leave = () => {}
  const harness: MapHarness = {
    fleet,
    container,
    map: {
      ...map,
      mount: (into) => {
        leave = map.mount(into)
        return leave
      },
    },
    user: {
      press: async (at) => {
        await frame()
        await mouse('press', ...pxOn(map, at))
      },
      drag: () => mouse('drag', container.clientWidth / 2, container.clientHeight / 2),
      pull: async (from, to) => {
        await frame()
        await mouse('drag', ...pxOn(map, from), pxOn(map, to))
      },
      pressRight: async (at) => {
        await frame()
        await mouse('pressRight', ...pxOn(map, at))
      },
      key: keyboard,
      closePopup: async () =>
        [...container.querySelectorAll<HTMLElement>('.map-popup-close')].at(-1)?.click(),
    },
    until: async (what, isSo) => {
      const since = performance.now()
      while (!isSo()) {
        if (performance.now() - since > PATIENCE_MS) throw new Error(`waited in vain for ${what}`)
        await frame()
      }
    },
  }
  try {
    await CONTRACT[name]?.(harness)
  } finally {
    leave()
  }
}

const { fleet, map, failures } = makeMap()
const pxOf = (at: LngLat) => pxOn(map, at)

/** Colour of what is drawn over the basemap at a position, [r, g, b, a]. */
const overlayColour = (layer: 'lines' | 'markers', at: LngLat, dx = 0, dy = 0) => {
  const canvas = container.querySelector<HTMLCanvasElement>(`.map-${layer}`)
  const [x, y] = pxOf(at)
  const ratio = (canvas?.width ?? 0) / container.clientWidth
  return [...(canvas?.getContext('2d')?.getImageData((x + dx) * ratio, (y + dy) * ratio, 1, 1).data ?? [])]
}

const page = { fleet, map, container, fixtures, failures, run, pxOf, overlayColour }
declare global {
  interface Window {
    page: typeof page
    /** Set by the test. */
    mouse: Mouse
    /** The stand-in for Google's script calls this. */
    deliverGoogle: () => void
    fakeGoogle: FakeGoogle | undefined
    keyboard: Keyboard
  }
}
window.page = page
window.deliverGoogle = () => {
  window.fakeGoogle = installFakeGoogle(window)
}
