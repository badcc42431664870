import type { FleetStore } from '../fleet/fleet-columns.ts'
import type { MapPort } from './map.port.ts'
import type { FleetLayout } from './scene/clusters.ts'
import { createScene, drawnOf, type Scene } from './scene/scene.ts'

/** Draws a scene into an element until it is stopped. */
export type Engine = {
  layout(): FleetLayout | undefined
  isReady(): boolean
  stop(): void
}

/** What an engine draws, and where. */
export type EngineView = {
  readonly scene: Scene
  readonly root: HTMLElement
  /** A steady clock in ms. */
  readonly now: () => number
  /** The engine cannot show the map any more, in words for the user; another one is offered where there is one. */
  readonly lost: (message: string) => void
}

/** A way of drawing the map. Its code is loaded when it is mounted. */
export type EngineKind = {
  /** Brings the code; what it resolves with starts the engine, and throws where the browser cannot show it. */
  load(): Promise<(engineView: EngineView) => Engine>
  /** Says in words for the user why it could not be loaded or started. */
  failureMessage(error: unknown): string
}

/** To start an engine takes long: what the page asks of the server meanwhile is to be on its way. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/**
 * A map drawn by the first of `kinds`, asked for at each mount. Where that fails the next is offered, and draws the same
 * scene from `showBundledMap` on. Until the mount, and between mounts, what the map is told is kept.
 */
export const createEngineMap = ({
  fleet,
  kinds,
}: {
  fleet: FleetStore
  kinds: () => readonly EngineKind[]
}): MapPort => {
  const now = () => performance.now()
  const { scene, port } = createScene({ fleet, now })
  let engine: Engine | undefined
  let mounted: { end(): void; redraw(): void } | undefined
  /** How many kinds gave way to the next. */
  let skippedKinds = 0

  const draw = (root: HTMLElement) => {
    const all = kinds().slice(skippedKinds)
    const [kind] = all
    let mine: Engine | undefined
    let ended = false
    const lost = (message: string) => {
      if (!ended) scene.failed(message, { offersBundledMap: all.length > 1 })
    }
    kind
      ?.load()
      .then(async (start) => {
        await nextTask()
        if (ended) return
        mine = start({ scene, root, now, lost })
        engine = mine
      })
      .catch((error: unknown) => lost(kind.failureMessage(error)))
    return () => {
      ended = true
      mine?.stop()
      if (engine === mine) engine = undefined
    }
  }

  const mount = (container: HTMLElement) => {
    mounted?.end()
    const root = container.ownerDocument.createElement('div')
    root.className = 'map-root'
    container.append(root)
    let stop = draw(root)
    const mine = {
      end: () => {
        if (mounted !== mine) return
        mounted = undefined
        stop()
        root.remove()
      },
      redraw: () => {
        stop()
        stop = draw(root)
      },
    }
    mounted = mine
    return mine.end
  }

  return {
    ...port,
    prepare: () => {
      if (mounted !== undefined) return
      const kind = kinds()[skippedKinds]
      // A failure is told at the mount, which asks again.
      kind?.load().catch(() => {})
    },
    mount,
    showBundledMap: () => {
      if (kinds().length - skippedKinds < 2) return
      skippedKinds += 1
      mounted?.redraw()
    },
    drawn: () => drawnOf(scene, engine?.layout(), engine?.isReady() ?? false),
  }
}
