import type { FleetStore } from '../fleet/fleet-columns.ts'
import type { MapPort, MapProblem } from './map.port.ts'
import type { FleetLayout } from './scene/clusters.ts'
import { createScene, drawnOf, type Scene } from './scene/scene.ts'

/** A running engine: draws a scene into an element until it is stopped. */
export type Engine = {
  layout(): FleetLayout | undefined
  isReady(): boolean
  stop(): void
}

/** What an engine gets to draw, and where. */
export type EngineView = {
  readonly scene: Scene
  readonly root: HTMLElement
  /** ms of a monotonic clock. */
  readonly now: () => number
  /**
   * Reports that the engine can no longer show the map. The next kind of map is offered if there is one.
   */
  readonly lost: (problem: MapProblem) => void
}

/** A kind of map. Its code is loaded at mount. */
export type EngineKind = {
  /**
   * Loads the code and resolves with the function that starts the engine. That function throws if the browser cannot
   * show the map.
   */
  load(): Promise<(engineView: EngineView) => Engine>
  /** Why loading or starting failed. */
  problemOf(error: unknown): MapProblem
}

/** Starting an engine blocks the page, so pending requests are sent first. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/**
 * A map drawn by the first of `kinds`, which is read at every mount. If that kind fails, the next one is offered and
 * takes over the same scene after `showBundledMap`. State set before or between mounts is kept.
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
  /** Number of kinds replaced by the next one. */
  let skippedKinds = 0

  const draw = (root: HTMLElement) => {
    const all = kinds().slice(skippedKinds)
    const [kind] = all
    let mine: Engine | undefined
    let ended = false
    const lost = (problem: MapProblem) => {
      if (!ended) scene.failed(problem, { offersBundledMap: all.length > 1 })
    }
    kind
      ?.load()
      .then(async (start) => {
        await nextTask()
        if (ended) return
        mine = start({ scene, root, now, lost })
        engine = mine
      })
      .catch((error: unknown) => lost(kind.problemOf(error)))
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
      // The mount loads the code again and reports the failure.
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
