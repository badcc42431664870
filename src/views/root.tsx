import { useSelector } from '@xstate/react'
import { type ComponentType, Suspense, useDeferredValue } from 'react'
import { routeOf, titleOf } from '#src/machines/app/app.logic.ts'
import {
  selectBlockingFailure,
  selectFaults,
  selectPath,
  selectProductName,
  selectScreen,
  selectUser,
} from '#src/machines/app/app.selectors.ts'
import { selectIsOn } from '#src/machines/faults/faults.selectors.ts'
import { BLOCKED, SHELL } from '#src/texts/en/app.ts'
import { pageText } from '#src/texts/en/routes.ts'
import { textsLoaded } from '#src/texts/language.ts'
import { AlertPopup } from './alert-popup/index.ts'
import {
  BlockedScreen,
  CrashBoundary,
  Denied,
  Frame,
  NotBuilt,
  NotFound,
  SideFrame,
  WithFooter,
} from './app/index.ts'
import { DtcPopup } from './health/index.ts'
import { useApp, useAppSelector } from './kit/app-context.tsx'
import { LoadingOverlay } from './kit/brand.tsx'
import { ErrorBoundary } from './kit/error-boundary.tsx'
import { useLanguage } from './kit/hooks.ts'
import { lazyView } from './kit/lazy-view.ts'
import { MaintenanceBanner } from './maintenance/index.ts'
import { ProblemReportShortcut } from './problem-report/index.ts'
import classes from './root.module.css'
import { LoginScreen } from './session/index.ts'

let LoadedFleetScreen: ComponentType | undefined

/** Loads the fleet map's screen once. After a failure it can be called again. */
export const loadFleetScreen = async (): Promise<void> => {
  LoadedFleetScreen ??= (await import('./fleet/fleet-screen.tsx')).default
  await textsLoaded()
}

/**
 * The fleet map's screen. It is loaded with the code of its machines: `lazy` would show its fallback for at least 300 ms,
 * even when the code is there. It renders after the frame around it, so that the list is requested before it is drawn.
 */
export const FleetScreen = () => {
  if (LoadedFleetScreen === undefined) throw new Error('The screen of the fleet map is not loaded yet.')
  return useDeferredValue(true, false) ? <LoadedFleetScreen /> : null
}

/** Sets the title of the browser's tab. */
export const DocumentTitle = ({ title }: { title: string }) => (
  <span
    key={title}
    hidden
    ref={() => {
      document.title = title
    }}
  />
)

const AlertsScreen = lazyView(() => import('./alerts/alerts-screen.tsx'))
const HealthScreen = lazyView(() => import('./health/health-screen.tsx'))
const DrivingScreen = lazyView(() => import('./driving-analysis/driving-screen.tsx'))
const DashboardScreen = lazyView(() => import('./dashboard/dashboard-screen.tsx'))
const FaultsBadge = lazyView(() => import('./lab/faults-badge.tsx'))
const CsSupportScreen = lazyView(() => import('./support/support-screen.tsx'))
const LabScreen = lazyView(() => import('./lab/lab-screen.tsx'))
const HelpScreen = lazyView(() => import('./help/help-screen.tsx'))
const ProfileScreen = lazyView(() => import('./profile/profile-screen.tsx'))
const RecoveryScreen = lazyView(() => import('./session/recovery-screen.tsx'))
const ShareScreen = lazyView(() => import('./live-share/share-screen.tsx'))
const SettingsScreen = lazyView(() => import('./settings/settings-screen.tsx'))

const SCREENS: Readonly<Record<string, { load(): Promise<void> }>> = {
  alerts: AlertsScreen,
  health: HealthScreen,
  driving: DrivingScreen,
  dashboard: DashboardScreen,
}

/**
 * Loads what logged-in users see first: the fleet map's screen, whose machines are loaded with it, and the screen at the page's path. That
 * one fails where it is shown. After a failure it can be called again.
 */
export const loadFirstScreens = async (path: string): Promise<void> => {
  const own = SCREENS[routeOf(path)?.screen ?? '']
  await Promise.all([loadFleetScreen(), own?.load().catch(() => undefined)])
}

const Content = () => {
  const screen = useAppSelector(selectScreen)
  switch (screen) {
    case 'cssupport':
      return <CsSupportScreen />
    case 'help':
      return <HelpScreen />
    case 'profile':
      return <ProfileScreen />
    case 'settings':
      return <SettingsScreen />
    case 'denied':
      return <Denied />
    case 'unknown':
      return <NotFound />
    default:
      return <NotBuilt />
  }
}

const Framed = () => {
  const screen = useAppSelector(selectScreen)
  return (
    <Suspense fallback={<LoadingOverlay text={SHELL.starting} />}>
      {screen === 'track' ? (
        <FleetScreen />
      ) : screen === 'alerts' ? (
        <AlertsScreen />
      ) : screen === 'health' ? (
        <HealthScreen />
      ) : screen === 'driving' ? (
        <DrivingScreen />
      ) : screen === 'dashboard' ? (
        <DashboardScreen />
      ) : screen === 'lab' ? (
        <LabScreen />
      ) : (
        <WithFooter>
          <SideFrame>
            <Content />
          </SideFrame>
        </WithFooter>
      )}
    </Suspense>
  )
}

const CurrentScreen = () => {
  const app = useApp()
  const screen = useAppSelector(selectScreen)
  const failure = useAppSelector(selectBlockingFailure)
  const isMember = useAppSelector(selectUser) !== null
  if (screen === 'blocked')
    return <BlockedScreen failure={failure ?? ''} onRetry={() => app.send({ type: 'app.retry' })} />
  if (screen === 'loading') return <LoadingOverlay text={SHELL.starting} />
  if (screen === 'login') return <LoginScreen />
  if (screen === 'recovery')
    return (
      <Suspense fallback={<LoadingOverlay text={SHELL.starting} />}>
        <RecoveryScreen />
      </Suspense>
    )
  // Without the frame for users too: it is the page that their customers see.
  if (screen === 'share')
    return (
      <Suspense fallback={<LoadingOverlay text={SHELL.starting} />}>
        <ShareScreen />
      </Suspense>
    )
  if (isMember)
    return (
      <Frame>
        <CrashBoundary>
          <Framed />
        </CrashBoundary>
      </Frame>
    )
  return (
    <main className={classes['full']}>
      <Framed />
    </main>
  )
}

const FaultsNotice = () => {
  const faults = useAppSelector(selectFaults)
  const isOn = useSelector(faults, (snapshot) => snapshot !== undefined && selectIsOn(snapshot))
  return faults !== undefined && isOn ? (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <FaultsBadge faults={faults} />
      </Suspense>
    </ErrorBoundary>
  ) : null
}

/** '<Page> | <product>' (SHL-28). */
const documentTitle = (page: string, product: string): string =>
  page === '' ? product : `${pageText(page)} | ${product}`

/** The current screen, with the document's title and the maintenance notice. */
export const Root = () => {
  useLanguage()
  const product = useAppSelector(selectProductName)
  const title = titleOf(useAppSelector(selectPath))
  const isBlocked = useAppSelector(selectScreen) === 'blocked'
  return (
    <>
      <DocumentTitle
        title={product === '' ? (isBlocked ? BLOCKED.title : SHELL.starting) : documentTitle(title, product)}
      />
      <ProblemReportShortcut />
      <div className={classes['root']}>
        <MaintenanceBanner />
        <div className={classes['stage']}>
          <CrashBoundary>
            <CurrentScreen />
          </CrashBoundary>
          <AlertPopup />
          <DtcPopup />
        </div>
        <FaultsNotice />
      </div>
    </>
  )
}
