import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { selectTheme } from '#src/machines/app/app.selectors.ts'
import type { AppServices } from '#src/services/app-services.ts'
import type { AppActor } from './kit/app-context.tsx'
import { AppContext, useAppSelector } from './kit/app-context.tsx'
import './kit/styles.ts'
import { resolveVariables, theme } from './kit/theme.ts'
import { Root } from './shell/root.tsx'

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
    <Themed>{children}</Themed>
  </AppContext>
)

/** The whole page. */
export const App = () => <Root />
