/** A set of listeners. */
export const createListeners = <T>() => {
  const all = new Set<(value: T) => void>()
  return {
    /** Returns its undo. */
    add: (listener: (value: T) => void) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    notify: (value: T) => {
      for (const listener of [...all]) listener(value)
    },
  }
}
