import { createStreamHub } from './hub/stream-hub.ts'
import { type HubWord, TAB_LOCK, type TabWord } from './hub/words.ts'

type Port = Pick<MessagePort, 'postMessage' | 'start' | 'close'> & {
  onmessage:
    | ((message: MessageEvent<TabWord | { readonly type: 'tab'; readonly tabId: string }>) => void)
    | null
}
type Scope = { onconnect: ((event: { readonly ports: readonly Port[] }) => void) | null }

const hub = createStreamHub({ random: Math.random, now: () => performance.now() })

;(self as unknown as Scope).onconnect = ({ ports: [port] }) => {
  if (port === undefined) return
  const seat = hub.attach((word: HubWord) => port.postMessage(word))
  port.onmessage = ({ data: word }) => {
    if (word.type !== 'tab') return seat.hear(word)
    // Each tab holds a lock of its own for as long as it lives: who gets it knows that the tab is gone, however it went.
    void navigator.locks?.request(`${TAB_LOCK}${word.tabId}`, () => {
      seat.leave()
      port.close()
    })
  }
  port.start()
}
