import { type HubMessage, TAB_LOCK, type TabMessage } from './hub/hub-protocol.ts'
import { createStreamHub } from './hub/stream-hub.ts'

type Port = Pick<MessagePort, 'postMessage' | 'start' | 'close'> & {
  onmessage:
    | ((message: MessageEvent<TabMessage | { readonly type: 'tab'; readonly tabId: string }>) => void)
    | null
}
type Scope = { onconnect: ((event: { readonly ports: readonly Port[] }) => void) | null }

const hub = createStreamHub({ random: Math.random, now: () => performance.now() })

;(self as unknown as Scope).onconnect = ({ ports: [port] }) => {
  if (port === undefined) return
  const connection = hub.attach((message: HubMessage) => port.postMessage(message))
  port.onmessage = ({ data: message }) => {
    if (message.type !== 'tab') return connection.receive(message)
    // Each tab holds its own lock while it is open: getting the lock means that the tab is gone.
    void navigator.locks?.request(`${TAB_LOCK}${message.tabId}`, () => {
      connection.leave()
      port.close()
    })
  }
  port.start()
}
