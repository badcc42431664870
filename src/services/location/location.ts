/** The page's address: `path` below the router base with a leading slash, `search` with its leading `?` or empty. */
export type PageLocation = { readonly path: string; readonly search: string }

/** Called before the page shows another path or drops this user; `go` continues. */
export type NavigationGuard = (go: () => void) => void

/** The page's address. The only module that uses the history API. */
export type AppLocation = {
  /** The same object until the address changes. */
  current(): PageLocation
  /** Path may carry a search. Changing to where the page already is does nothing. */
  navigate(path: string, options?: { replace?: boolean }): void
  /** As `navigate`, at the request of the user: another path waits for the navigation guard, if one is set. */
  visit(path: string, options?: { replace?: boolean }): void
  /** Runs `go`, by which the user leaves the screen, once the navigation guard, if one is set, allows it. */
  leave(go: () => void): void
  /**
   * While a guard is set, another path is shown only by its `go`, also for the browser's buttons, and the browser
   * asks before the page is left. null removes the guard.
   */
  setNavigationGuard(guard: NavigationGuard | null): void
  /** The address to put into a link for a path of ours. */
  href(path: string): string
  /** Sets the part of the address above all routes (SES-60), from env.json. */
  setBase(base: string): void
  /** Calls `listener` after each change, by us or by the browser's buttons; returns the undo. */
  onChange(listener: (place: PageLocation) => void): () => void
}

type Page = Pick<Window, 'location' | 'history' | 'addEventListener' | 'removeEventListener'>

/** `/` and a trailing slash mean nothing; a missing leading slash is added. */
const tidyBase = (base: string): string => {
  const inner = base.replace(/^\/+|\/+$/g, '')
  return inner === '' ? '' : `/${inner}`
}

const below = (base: string, pathname: string): string => {
  const inside = pathname === base || pathname.startsWith(`${base}/`)
  const path = inside ? pathname.slice(base.length) : pathname
  // With two leading slashes, a link to this path would lead to another host.
  return `/${path.replace(/^\/+/, '')}`
}

/** The number of a history entry, kept in its state; null if the entry is not ours. */
const entryOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'entry' in state && typeof state.entry === 'number'
    ? state.entry
    : null

/** Listens to the page's history for as long as the page lives. */
export const createLocation = (page: Page): AppLocation => {
  const listeners = new Set<(place: PageLocation) => void>()
  let base = ''
  const read = (): PageLocation => ({
    path: below(base, page.location.pathname),
    search: page.location.search,
  })
  let place = read()

  // Entries are numbered, so that the page knows how far the browser's buttons went and can send it back.
  let entry = entryOf(page.history.state) ?? 0
  page.history.replaceState({ entry }, '')
  const write = (to: string, { replace }: { replace: boolean }) => {
    if (!replace) entry += 1
    page.history[replace ? 'replaceState' : 'pushState']({ entry }, '', to)
  }

  const look = () => {
    const seen = read()
    if (seen.path === place.path && seen.search === place.search) return
    place = seen
    for (const listener of listeners) listener(place)
  }
  const navigate: AppLocation['navigate'] = (path, { replace = false } = {}) => {
    const to = base + path
    if (to === page.location.pathname + page.location.search) return
    write(to, { replace })
    look()
  }

  let guard: NavigationGuard | null = null
  /** Whether the browser is being sent back to the entry of the shown page. */
  let isReturning = false
  /** If it does not get there, as after two quick presses, the entry is made anew and the forward history is lost. */
  const makeAnew = () => {
    isReturning = false
    entry = entryOf(page.history.state) ?? entry
    write(base + place.path + place.search, { replace: false })
  }
  const askFirst = (event: BeforeUnloadEvent) => {
    event.preventDefault()
    if (isReturning) makeAnew()
  }
  page.addEventListener('popstate', () => {
    const { path, search } = read()
    const reached = entryOf(page.history.state)
    if (guard === null || path === place.path) {
      isReturning = false
      entry = reached ?? entry
      return look()
    }
    // The browser has already moved: it is sent back, and `go` repeats the move.
    if (reached !== null && reached !== entry && !isReturning) {
      isReturning = true
      page.history.go(entry - reached)
      return guard(() => page.history.go(reached - entry))
    }
    makeAnew()
    guard(() => navigate(path + search))
  })

  const leave: AppLocation['leave'] = (go) => {
    if (guard === null) go()
    else guard(go)
  }

  return {
    current: () => place,
    navigate,
    visit: (path, options) => {
      const go = () => navigate(path, options)
      if (path.split('?')[0] === place.path) go()
      else leave(go)
    },
    leave,
    setNavigationGuard: (next) => {
      if ((next === null) !== (guard === null))
        page[next === null ? 'removeEventListener' : 'addEventListener']('beforeunload', askFirst)
      guard = next
    },
    href: (path) => base + path,
    setBase: (next) => {
      base = tidyBase(next)
      look()
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
