/** What closes once, such as a reply or a connection, and whether it has. */
type Closing = { readonly destroyed: boolean; once(event: 'close', closed: () => void): unknown }

/** Sums by key of what is open, such as requests, connections or characters that nobody has read yet. */
export const createOpenSums = <TKey>() => {
  const sums = new Map<TKey, number>()
  const change = (key: TKey, by: number): void => {
    const sum = (sums.get(key) ?? 0) + by
    if (sum > 0) sums.set(key, sum)
    else sums.delete(key)
  }
  return {
    of: (key: TKey): number => sums.get(key) ?? 0,
    /** Adds an amount until `closing` closes. What has closed already does not say so again, and is not added. */
    addUntilClosed: (key: TKey, amount: number, closing: Closing): void => {
      if (closing.destroyed) return
      change(key, amount)
      closing.once('close', () => change(key, -amount))
    },
  }
}

export type OpenSums<TKey> = ReturnType<typeof createOpenSums<TKey>>
