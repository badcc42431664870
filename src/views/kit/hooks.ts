import { useSyncExternalStore } from 'react'
import { useServices } from './app-context.tsx'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let second = 0

const subscribeToSeconds = (listener: () => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const notify of listeners) notify()
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
export const useDerivedFromNow = <T extends number | boolean>(read: (now: number) => T): T => {
  const { serverNow } = useServices()
  return useSyncExternalStore(subscribeToSeconds, () => read(serverNow()))
}

/**
 * The time in ms since 1970 UTC by the server's clock, whatever this machine's says; rerenders once a second. One timer
 * serves all.
 */
export const useNow = (): number => useDerivedFromNow(secondOf)

const PHONE_QUERY = '(max-width: 767.98px)'

const subscribeToWidth = (listener: () => void) => {
  const query = window.matchMedia(PHONE_QUERY)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the page is narrower than 768 px (OPEN-81). */
export const usePhone = (): boolean =>
  useSyncExternalStore(subscribeToWidth, () => window.matchMedia(PHONE_QUERY).matches)

/**
 * A ref for a panel that takes the place of another: takes the focus that went with the other's button, so that the
 * keyboard continues from here. Does nothing if another element has the focus.
 */
export const takeFocus = (panel: HTMLElement | null): void => {
  if (panel?.ownerDocument.activeElement === panel?.ownerDocument.body) panel?.focus({ preventScroll: true })
}
