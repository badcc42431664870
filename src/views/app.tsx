import './kit/styles.ts'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { Router } from 'wouter'
import { selectTheme } from '#src/machines/app/app.selectors.ts'
import type { AppLocation } from '#src/services/location/location.ts'
import { type AppActor, AppContext, useAppSelector } from './kit/app-context.tsx'
import type { AppServices } from './kit/app-services.ts'
import { resolveVariables, theme } from './kit/theme.ts'
import { Root } from './root.tsx'

const Themed = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={resolveVariables}
    forceColorScheme={useAppSelector(selectTheme)}
  >
    {children}
    <Notifications position="top-right" limit={4} />
  </MantineProvider>
)

/** Lets wouter's links go through our location, whose changes the root machine hears. */
const Routed = ({ location, children }: { location: AppServices['location']; children: ReactNode }) => {
  const { useAppLocation, useAppSearch, hrefs } = useMemo(() => createLocationHooks(location), [location])
  return (
    <Router hook={useAppLocation} searchHook={useAppSearch} hrefs={hrefs}>
      {children}
    </Router>
  )
}

/** Theme, root actor and services for all views. Stands once, around `App`. */
export const AppProviders = ({
  actor,
  services,
  children,
}: {
  actor: AppActor
  services: AppServices
  children: ReactNode
}) => (
  <AppContext actor={actor} services={services}>
    <Themed>
      <Routed location={services.location}>{children}</Routed>
    </Themed>
  </AppContext>
)

/** The whole page. */
export const App = () => <Root />

/** Hooks over our location for wouter's `<Router hook={…} searchHook={…} hrefs={…}>`. */
export const createLocationHooks = (location: AppLocation) => {
  const useCurrentLocation = () => useSyncExternalStore(location.onChange, location.current)
  const navigate = (to: string, options?: { replace?: boolean }) => location.visit(to, options)
  return {
    useAppLocation: (): [string, typeof navigate] => [useCurrentLocation().path, navigate],
    useAppSearch: (): string => useCurrentLocation().search.replace(/^\?/, ''),
    hrefs: (path: string): string => location.href(path),
  }
}
