/** SQLSTATE classes that speak of the connection or the server: nothing else can be stored either. */
const SERVER_FAILURES = /^(08|53|57|58|XX)/

/** Whether others can be stored though this failed: PostgreSQL refused a statement and goes on. */
const concernsOneAlone = (failure: unknown): failure is Error =>
  failure instanceof Error &&
  'code' in failure &&
  typeof failure.code === 'string' &&
  /^[0-9A-Z]{5}$/.test(failure.code) &&
  !SERVER_FAILURES.test(failure.code)

/**
 * Stores items together, and each by itself if that fails, so that an item which cannot be stored keeps no other from it.
 * `store` must leave nothing of a failed attempt. Throws if the database is unavailable.
 */
export const eachAlone = async <TItem>(
  items: readonly TItem[],
  store: (items: readonly TItem[]) => Promise<void>,
  onFailed: (item: TItem, reason: string) => void,
): Promise<void> => {
  try {
    await store(items)
  } catch (failure) {
    if (!concernsOneAlone(failure)) throw failure
    const [first] = items
    if (items.length === 1 && first !== undefined) return onFailed(first, failure.message)
    for (const item of items) await eachAlone([item], store, onFailed)
  }
}
