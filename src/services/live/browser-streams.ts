import { createElectedPort } from './elected-port.ts'
import { createEventStreams, type EventStreams, type Ways } from './event-stream.ts'
import { createStreamHub } from './hub/stream-hub.ts'
import { createTabStreams, type HubPort } from './tab-streams.ts'
import { createWorkerPort, type LivingPage } from './worker-port.ts'

type Page = LivingPage & { readonly location: Pick<Location, 'href'> }

const portOf = (page: Page): HubPort | null => {
  if (typeof SharedWorker === 'function') return createWorkerPort({ page })
  const { locks } = page.navigator
  if (locks === undefined || typeof BroadcastChannel !== 'function') return null
  return createElectedPort({
    page,
    locks,
    channel: new BroadcastChannel('roadbook.live'),
    startHub: () => createStreamHub({ random: Math.random, now: () => performance.now() }),
  })
}

/**
 * The event streams of this page: over one holder of connections for the whole browser, a shared worker or an elected tab
 * (ST-16); by the page itself where the browser has neither, as on pages without https in browsers without shared workers.
 */
export const createBrowserStreams = ({
  page,
  ways,
  onSession,
}: {
  page: Page
  ways: Ways
  onSession: (listener: () => void) => void
}): EventStreams => {
  const direct = createEventStreams({ ways })
  const port = portOf(page)
  if (port === null) return direct
  return createTabStreams({ port, ways, direct, onSession, origin: () => page.location.href })
}
