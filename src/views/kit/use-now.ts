import { useSyncExternalStore } from 'react'
import { useServices } from './app-context.tsx'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let second = 0

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const tell of listeners) tell()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The same within a second, so that what is drawn in between stays. */
const secondOf = (now: number) => {
  if (now - second >= 1000 || now < second) second = now
  return second
}

/** What `read` says of the time, ms since 1970 UTC by the server's clock; rerenders when that changes, looked at once a second. */
export const useAtNow = <T extends number | boolean>(read: (now: number) => T): T => {
  const { serverNow } = useServices()
  return useSyncExternalStore(subscribe, () => read(serverNow()))
}

/**
 * The time in ms since 1970 UTC by the server's clock, whatever this machine's says; rerenders once a second. One timer
 * serves all.
 */
export const useNow = (): number => useAtNow(secondOf)
