import { isAbort, isNetworkFailure } from '../http/failures.ts'

/** The pauses before a server that is away is tried again, ms; the last one again and again. */
const PAUSES_MS = [3_000, 5_000] as const
/** What a proxy answers for a server that is away. */
const AWAY_STATUSES: ReadonlySet<number> = new Set([502, 504])

/** What it needs of the window. */
export type ReturnPage = Pick<
  Window,
  'fetch' | 'setTimeout' | 'clearTimeout' | 'addEventListener' | 'dispatchEvent'
> & {
  readonly document: { readonly hidden: boolean }
  readonly location: { readonly href: string }
}

/** What the page hears where a part of its code could not be loaded. */
const PART_NOT_LOADED = 'vite:preloadError'

/**
 * The browser's `fetch`, which notices by requests that fail, and by code that is not loaded, that a server is away. That server is tried until it is ready, while
 * the page is shown; then the page hears the same event as when the network is back, at which it retries what has failed.
 */
export const createServerReturn = (page: ReturnPage): typeof fetch => {
  let away: string | null = null
  let tries = 0
  let timer: number | undefined

  const wait = (): void => {
    page.clearTimeout(timer)
    timer = page.setTimeout(() => void tryAgain(), PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)])
    tries += 1
  }
  const settle = (): void => {
    if (away === null) return
    away = null
    page.clearTimeout(timer)
    page.dispatchEvent(new Event('online'))
  }
  const isReady = (server: string): Promise<boolean> =>
    page.fetch(`${server}/readyz`, { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
  const tryAgain = async (): Promise<void> => {
    if (away === null) return
    if (!page.document.hidden && (await isReady(away))) settle()
    else if (away !== null) wait()
  }
  const noteAway = (input: RequestInfo | URL): void => {
    if (away !== null) return
    away = new URL(input instanceof Request ? input.url : input, page.location.href).origin
    tries = 0
    wait()
  }
  // Code that is gone for another reason stays away: a page that loads itself again for it would do so for ever.
  page.addEventListener(PART_NOT_LOADED, async () => {
    const own = page.location.href
    if (!(await isReady(new URL(own).origin))) noteAway(own)
  })

  return async (input, init) => {
    try {
      const response = await page.fetch(input, init)
      if (AWAY_STATUSES.has(response.status)) noteAway(input)
      return response
    } catch (error) {
      if (!isAbort(error) && isNetworkFailure(error)) noteAway(input)
      throw error
    }
  }
}
