import { HUB_SILENT_MS } from '#contract/stream-timings.ts'
import type { HubPort } from './browser-streams.ts'
import { HUB_NAME, type HubMessage, TAB_LOCK } from './hub/hub-protocol.ts'

/** ms that a tab waits for the hub's answer. */
const ANSWER_MS = 10_000

type Started = {
  readonly port: Pick<MessagePort, 'postMessage' | 'onmessage'>
  addEventListener(type: 'error', listener: () => void): void
}

const startWorker = (): Started =>
  new SharedWorker(new URL('./live.worker.ts', import.meta.url), { type: 'module', name: HUB_NAME })

/** The part of the window that reports when the page is hidden and restored. */
export type LivingPage = {
  addEventListener(type: 'pagehide' | 'pageshow', listener: (event: PageTransitionEvent) => void): void
  readonly navigator: { readonly locks?: Pick<LockManager, 'request'> | undefined }
  readonly crypto: Pick<Crypto, 'getRandomValues'>
}

/** A unique name of this tab. */
export const newTabId = ({ crypto }: Pick<LivingPage, 'crypto'>): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('')

/** Pings the hub at intervals. `onDead` is called once. */
export const watchHub = ({ ping, onDead }: { ping: () => void; onDead: () => void }) => {
  let heardAt = performance.now()
  let answer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearInterval(timer)
    clearTimeout(answer)
  }
  const timer = setInterval(() => {
    if (answer !== undefined || performance.now() - heardAt < HUB_SILENT_MS) return
    ping()
    answer = setTimeout(() => {
      stop()
      onDead()
    }, ANSWER_MS)
  }, HUB_SILENT_MS / 3)
  return {
    heard: () => {
      heardAt = performance.now()
      clearTimeout(answer)
      answer = undefined
    },
    stop,
  }
}

/** The port of the shared worker that holds the browser's connections. Where it cannot run, the port is unusable. */
export const createWorkerPort = ({
  page,
  start = startWorker,
}: {
  page: LivingPage
  start?: () => Started
}): HubPort => {
  let receive: (message: HubMessage) => void = () => {}
  let lost = () => {}
  let isUsable = true
  const worker = start()
  const die = () => {
    if (!isUsable) return
    isUsable = false
    watch.stop()
    lost()
  }
  const watch = watchHub({ ping: () => worker.port.postMessage({ type: 'ping' }), onDead: die })
  worker.addEventListener('error', die)
  worker.port.onmessage = ({ data }: MessageEvent<HubMessage>) => {
    watch.heard()
    receive(data)
  }
  const tabId = newTabId(page)
  // Announced only once the lock is held: the worker would get a free one and take the tab for closed.
  void page.navigator.locks?.request(`${TAB_LOCK}${tabId}`, () => {
    worker.port.postMessage({ type: 'tab', tabId })
    return new Promise<never>(() => {})
  })
  page.addEventListener('pagehide', () => worker.port.postMessage({ type: 'bye' }))
  page.addEventListener('pageshow', ({ persisted }) => {
    // The subscriptions were released when the page was left.
    if (persisted) lost()
  })
  return {
    post: (message) => {
      if (isUsable) worker.port.postMessage(message)
    },
    onMessage: (listener) => {
      receive = listener
    },
    onLost: (listener) => {
      lost = listener
    },
    isUsable: () => isUsable,
  }
}
