import { useEffect, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let open = 0

const change = (by: 1 | -1) => {
  open += by
  for (const notify of listeners) notify()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Counts a side panel for as long as it is shown. */
export const useAsSidePanel = (): void =>
  useEffect(() => {
    change(1)
    return () => change(-1)
  }, [])

/** Whether a side panel is shown, for what would cover it. */
export const useHasSidePanel = (): boolean => useSyncExternalStore(subscribe, () => open > 0)
