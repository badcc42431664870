import type { FaultCounts, FaultKind, FaultSettings } from '#contract/records/faults.ts'
import type { CallFetch } from '../http/http.ts'
import { createLazyModule } from '../kit/lazy-module.ts'
import { createListeners } from '../kit/listeners.ts'
import type { FaultInjection } from './fault-injection.ts'

/** Where this tab keeps its settings while it is loaded again. */
const STORED_FAULTS = 'faults'

const NO_FAULTS: FaultCounts = {
  late: 0,
  requestLost: 0,
  answerLost: 0,
  doubled: 0,
  reordered: 0,
  unauthorized: 0,
  serverError: 0,
  noContent: 0,
  malformed: 0,
  streamDropped: 0,
}

/** Faults on demand in this tab's own traffic. Without them requests go to the browser's `fetch`, and nothing is loaded. */
export type Faults = {
  /** Turns on the faults that were on before this tab was loaded again; their settings, or null. Errors: `ModuleNotLoaded`. */
  restore(): Promise<FaultSettings | null>
  /** Turns on these faults instead of others; their counts and draws begin anew. Errors: `ModuleNotLoaded`. */
  apply(settings: FaultSettings): Promise<void>
  turnOff(): void
  /** Ends the event streams that are open, as if their connections broke. */
  dropStream(): void
  /** `fetch`, by whatever happens to the requests of the call. */
  readonly fetch: CallFetch
  /** ms by which the portal's idea of the time is wrong. */
  clockErrorMs(): number
  /** The server's time has been read: from now on the time is right. */
  correctClock(): void
  /** How many items the next connection of a stream gives before it is cut; null if it is left alone. */
  nextCut(callId: string): number | null
  /** Calls `listener` when streams are dropped; returns the undo. */
  onDrop(listener: () => void): () => void
  /** Counts a fault that has happened. */
  count(kind: FaultKind): void
  /** What has happened since the faults were turned on; a new object after each fault. */
  counts(): FaultCounts
  /** Calls `listener` when the counts or the error of the clock change; returns the undo. */
  onChange(listener: () => void): () => void
  isOn(): boolean
  newSeed(): number
}

type Page = Pick<Window, 'sessionStorage' | 'crypto'> & {
  addEventListener(type: 'pagehide', listener: () => void): void
}

/** The faults of this tab, all off. `isAllowed`: the environment sets `lab`. */
export const createFaults = ({
  page,
  isAllowed,
  fetch: send = (input, init) => fetch(input, init),
}: {
  page: Page
  isAllowed: () => boolean
  fetch?: typeof fetch
}): Faults => {
  const code = createLazyModule(() => import('./fault-injection.ts'))
  const drops = createListeners<void>()
  const changes = createListeners<void>()
  let injection: FaultInjection | null = null
  let counts = NO_FAULTS

  /** Reading the property throws in browsers that refuse storage. */
  const inStorage = <T>(act: (storage: Storage) => T): T | null => {
    try {
      return act(page.sessionStorage)
    } catch {
      return null
    }
  }

  const replace = (next: FaultInjection | null) => {
    injection = next
    counts = NO_FAULTS
    changes.notify()
  }

  const apply = async (settings: FaultSettings) => {
    if (!isAllowed()) throw new Error('The environment does not allow faults.')
    const { createFaultInjection } = await code.load()
    const next: FaultInjection = createFaultInjection({
      settings,
      send,
      onFault: (kind) => {
        if (injection === next) count(kind)
      },
    })
    replace(next)
  }

  const count = (kind: FaultKind) => {
    counts = { ...counts, [kind]: counts[kind] + 1 }
    changes.notify()
  }

  // Only while the page is left: a copy of this tab has no faults, and a log-out does not end them.
  page.addEventListener('pagehide', () => {
    if (injection === null) return
    const text = JSON.stringify(injection.settings)
    inStorage((storage) => storage.setItem(STORED_FAULTS, text))
  })

  return {
    restore: async () => {
      if (injection !== null) return injection.settings
      if (!isAllowed()) return null
      const text = inStorage((storage) => storage.getItem(STORED_FAULTS))
      if (text === null) return null
      const { parseSettings } = await code.load()
      const settings = parseSettings(text)
      inStorage((storage) => storage.removeItem(STORED_FAULTS))
      if (settings !== null) await apply(settings)
      return settings
    },
    apply,
    turnOff: () => replace(null),
    dropStream: () => drops.notify(),
    fetch: (input, init, callId) =>
      injection === null ? send(input, init) : injection.fetch(input, init, callId),
    clockErrorMs: () => injection?.clockErrorMs() ?? 0,
    correctClock: () => {
      if (injection === null) return
      injection.correctClock()
      changes.notify()
    },
    nextCut: (callId) => injection?.nextCut(callId) ?? null,
    onDrop: drops.add,
    count,
    counts: () => counts,
    onChange: changes.add,
    isOn: () => injection !== null,
    newSeed: () => page.crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
  }
}
