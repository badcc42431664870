/** Where the page is: path below the router base with a leading slash, search with its leading `?` or empty. */
export type Place = { readonly path: string; readonly search: string }

/** The page's address as the app sees it. The app's only way to the history API. */
export type AppLocation = {
  /** The same object until the address changes. */
  current(): Place
  /** Path may carry a search. Changing to where the page already is does nothing. */
  navigate(path: string, options?: { replace?: boolean }): void
  /** The address to put into a link for a path of ours. */
  href(path: string): string
  /** Sets the part of the address above all routes (SES-60), from env.json. */
  setBase(base: string): void
  /** Calls `listener` after each change, by us or by the browser's buttons; returns the undo. */
  onChange(listener: (place: Place) => void): () => void
}

type Page = Pick<Window, 'location' | 'history' | 'addEventListener'>

/** `/` and a trailing slash mean nothing; a missing leading slash is added. */
const tidyBase = (base: string): string => {
  const inner = base.replace(/^\/+|\/+$/g, '')
  return inner === '' ? '' : `/${inner}`
}

const below = (base: string, pathname: string): string => {
  const inside = pathname === base || pathname.startsWith(`${base}/`)
  const path = inside ? pathname.slice(base.length) : pathname
  // Two slashes at its head would make a link to this path lead to another host.
  return `/${path.replace(/^\/+/, '')}`
}

/** Listens to the page's history for as long as the page lives. */
export const createLocation = (page: Page): AppLocation => {
  const listeners = new Set<(place: Place) => void>()
  let base = ''
  const read = (): Place => ({ path: below(base, page.location.pathname), search: page.location.search })
  let place = read()

  const look = () => {
    const seen = read()
    if (seen.path === place.path && seen.search === place.search) return
    place = seen
    for (const listener of listeners) listener(place)
  }
  page.addEventListener('popstate', look)

  return {
    current: () => place,
    navigate: (path, { replace = false } = {}) => {
      const to = base + path
      if (to === page.location.pathname + page.location.search) return
      page.history[replace ? 'replaceState' : 'pushState'](null, '', to)
      look()
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
