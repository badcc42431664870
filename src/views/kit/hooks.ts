import { useSyncExternalStore } from 'react'
import { languageVersion, onLanguage } from '#src/texts/language.ts'
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

/** Stays the same within a second, so that renders in between see no new time. */
const secondOf = (now: number) => {
  if (now - second >= 1000 || now < second) second = now
  return second
}

/** A value derived from the time, ms since 1970 UTC by the server's clock. Checked once a second; rerenders when it changes. */
export const useDerivedFromNow = <T extends number | boolean>(read: (now: number) => T): T => {
  const { serverNow } = useServices()
  return useSyncExternalStore(subscribeToSeconds, () => read(serverNow()))
}

/** The time in ms since 1970 UTC by the server's clock, not this machine's; rerenders once a second. */
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

/** Renders the component anew when the texts change. For the root, and for components that do not render with their parent. */
export const useLanguage = (): void => void useSyncExternalStore(onLanguage, languageVersion)

/** A ref for the chosen one of a row that scrolls, such as the open tab on a phone: brings it into view. */
export const bringIntoView = (entry: HTMLElement | null): void =>
  entry?.scrollIntoView({ block: 'nearest', inline: 'center' })

/**
 * A ref for a panel that replaces another: gives it the focus if the pressed button went with the other panel. Does nothing
 * if another element has the focus.
 */
export const takeFocus = (panel: HTMLElement | null): void => {
  if (panel?.ownerDocument.activeElement === panel?.ownerDocument.body) panel?.focus({ preventScroll: true })
}
