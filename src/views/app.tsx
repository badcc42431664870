import './kit/styles.ts'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { Router } from 'wouter'
import { selectTheme } from '#src/machines/app/app.selectors.ts'
import type { AppLocation } from '#src/services/location/location.ts'
import { type AppActor, AppContext, useAppSelector } from './kit/app-context.tsx'
import type { AppServices } from './kit/app-services.ts'
import { useDockHeight } from './kit/dock-height.ts'
import { usePhone } from './kit/hooks.ts'
import { styleNonce } from './kit/style-nonce.ts'
import { resolveVariables, theme } from './kit/theme.ts'
import classes from './root.module.css'
import { Root } from './root.tsx'

/** At the foot of the page, where screens have few controls; on phones, whose sheets and popups lie there, below the header. */
const Toasts = () => {
  const isPhone = usePhone()
  const dockHeight = useDockHeight()
  return (
    <Notifications
      position={isPhone ? 'top-center' : 'bottom-center'}
      limit={4}
      classNames={{ root: classes['toasts'] ?? '' }}
      style={{ ['--dock' as string]: `${dockHeight ?? 0}px` }}
    />
  )
}

const Themed = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={resolveVariables}
    forceColorScheme={useAppSelector(selectTheme)}
    getStyleNonce={styleNonce}
  >
    {children}
    <Toasts />
  </MantineProvider>
)

/** Routes wouter's links through our location service, which reports to the root machine. */
const Routed = ({ location, children }: { location: AppServices['location']; children: ReactNode }) => {
  const { useAppLocation, useAppSearch, hrefs } = useMemo(() => createLocationHooks(location), [location])
  return (
    <Router hook={useAppLocation} searchHook={useAppSearch} hrefs={hrefs}>
      {children}
    </Router>
  )
}

/** Provides the theme, the root actor and the services to all views. Wraps `App`, once. */
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

/** The hooks of wouter's `<Router hook={…} searchHook={…} hrefs={…}>`, over our location service. */
export const createLocationHooks = (location: AppLocation) => {
  const useCurrentLocation = () => useSyncExternalStore(location.onChange, location.current)
  const navigate = (to: string, options?: { replace?: boolean }) => location.visit(to, options)
  return {
    useAppLocation: (): [string, typeof navigate] => [useCurrentLocation().path, navigate],
    useAppSearch: (): string => useCurrentLocation().search.replace(/^\?/, ''),
    hrefs: (path: string): string => location.href(path),
  }
}
