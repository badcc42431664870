import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let dock: HTMLElement | null = null
let height: number | null = null

const change = (next: number | null) => {
  if (next === height) return
  height = next
  for (const notify of listeners) notify()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A ref for what lies at the bottom of a screen with controls that nothing may cover. */
export const dockRef = (element: HTMLElement | null) => {
  if (element === null) return undefined
  dock = element
  change(element.offsetHeight)
  const resized = new ResizeObserver(() => change(element.offsetHeight))
  resized.observe(element)
  return () => {
    resized.disconnect()
    if (dock !== element) return
    dock = null
    change(null)
  }
}

/** The height of the dock at the bottom of the screen, in px; null where there is none. */
export const useDockHeight = (): number | null => useSyncExternalStore(subscribe, () => height)
