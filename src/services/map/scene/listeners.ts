/** A set of listeners that are all told one kind of thing. */
export const listeners = <T>() => {
  const all = new Set<(value: T) => void>()
  return {
    /** Returns its undo. */
    add: (listener: (value: T) => void) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    tell: (value: T) => {
      for (const listener of [...all]) listener(value)
    },
  }
}
