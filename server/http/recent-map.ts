import { ownText } from './own-text.ts'

/**
 * Remembers at most `most` values by key, of which it keeps those that were set last, half of `most` at least. Two maps take turns, because a
 * map steps over all entries that were deleted from its head each time its first one is looked for.
 */
export const createRecentMap = <TKey extends string | number, TValue extends object | number | string>(
  most: number,
) => {
  let [recent, older] = [new Map<TKey, TValue>(), new Map<TKey, TValue>()]
  return {
    get: (key: TKey): TValue | undefined => recent.get(key) ?? older.get(key),
    set: (key: TKey, value: TValue): void => {
      recent.set((typeof key === 'string' ? ownText(key) : key) as TKey, value)
      older.delete(key)
      if (recent.size * 2 < most) return
      older = recent
      recent = new Map()
    },
    delete: (key: TKey): void => {
      recent.delete(key)
      older.delete(key)
    },
    clear: (): void => {
      recent.clear()
      older.clear()
    },
  }
}
