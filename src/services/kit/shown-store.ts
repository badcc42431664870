import { createListeners } from './listeners.ts'

/** What was loaded last, to be read with `useSyncExternalStore`: the same object until something changes. */
export type ShownStore<TShown> = {
  subscribe(listener: () => void): () => void
  getSnapshot(): TShown
}

/** A store of what a screen shows, in memory: thousands of rows stay out of its machine. `nothing` is what it shows at first. */
export const createShownStore = <TShown extends object>(nothing: TShown) => {
  const listeners = createListeners<void>()
  let shown = nothing
  const replace = (next: TShown): void => {
    shown = next
    listeners.notify()
  }
  return {
    subscribe: listeners.add,
    getSnapshot: () => shown,
    show: (change: Partial<TShown>): void => replace({ ...shown, ...change }),
    clear: (): void => replace(nothing),
  }
}
