type Waiting = { readonly start: () => void }
type Held = { readonly end: (error: DOMException) => void }

/** Web Locks of one browser with several tabs: queues by name, stealing, and tabs that close. */
export const createBrowserLocks = () => {
  const held = new Map<string, Held & { tab: object }>()
  const queues = new Map<string, (Waiting & { tab: object })[]>()
  const next = (name: string) => {
    held.delete(name)
    queues.get(name)?.shift()?.start()
  }
  return {
    /** The locks as one tab sees them, and the effects of closing it. */
    ofTab: () => {
      const tab = {}
      const request = (name: string, ...rest: unknown[]): Promise<unknown> => {
        const act = rest.at(-1) as () => unknown
        const { steal = false } = (rest.length > 1 ? rest[0] : {}) as LockOptions
        return new Promise((resolve, reject) => {
          const start = () => {
            const mine = { tab, end: reject }
            held.set(name, mine)
            Promise.resolve(act()).then((value) => {
              if (held.get(name) === mine) next(name)
              resolve(value)
            }, reject)
          }
          if (steal) {
            held.get(name)?.end(new DOMException('stolen', 'AbortError'))
            start()
          } else if (held.has(name)) {
            const queue = queues.get(name) ?? []
            queues.set(name, queue)
            queue.push({ tab, start })
          } else start()
        })
      }
      return {
        locks: { request: request as LockManager['request'] },
        close: () => {
          for (const [name, queue] of queues)
            queues.set(
              name,
              queue.filter((each) => each.tab !== tab),
            )
          for (const [name, holder] of [...held]) if (holder.tab === tab) next(name)
        },
      }
    },
  }
}

/** A broadcast channel of one browser; messages take a turn of the clock. */
export const createChannels = () => {
  const all = new Set<{ onmessage: ((event: MessageEvent) => void) | null; isDeaf: boolean }>()
  return () => {
    const channel = {
      onmessage: null as ((event: MessageEvent) => void) | null,
      isDeaf: false,
      postMessage: (data: unknown) => {
        if (channel.isDeaf) return
        const copy = structuredClone(data)
        for (const other of all)
          if (other !== channel)
            setTimeout(() => {
              if (!other.isDeaf) other.onmessage?.({ data: copy } as MessageEvent)
            })
      },
    }
    all.add(channel)
    return channel
  }
}

/** A page that can be left. */
export const createPageLifecycle = (locks?: Pick<LockManager, 'request'>) => {
  const listeners = new Map<string, ((event: PageTransitionEvent) => void)[]>()
  return {
    navigator: { locks },
    crypto: globalThis.crypto,
    addEventListener: (type: 'pagehide' | 'pageshow', listener: (event: PageTransitionEvent) => void) => {
      listeners.set(type, [...(listeners.get(type) ?? []), listener])
    },
    notify: (type: 'pagehide' | 'pageshow', persisted = false) => {
      for (const listener of listeners.get(type) ?? []) listener({ persisted } as PageTransitionEvent)
    },
  }
}
