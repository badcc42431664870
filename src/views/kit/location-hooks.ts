import { useSyncExternalStore } from 'react'
import type { AppLocation } from '#src/services/location.ts'

/** Hooks over our location for wouter's `<Router hook={…} searchHook={…} hrefs={…}>`. */
export const createLocationHooks = (location: AppLocation) => {
  const usePlace = () => useSyncExternalStore(location.onChange, location.current)
  const navigate = (to: string, options?: { replace?: boolean }) => location.visit(to, options)
  return {
    useAppLocation: (): [string, typeof navigate] => [usePlace().path, navigate],
    useAppSearch: (): string => usePlace().search.replace(/^\?/, ''),
    hrefs: (path: string): string => location.href(path),
  }
}
