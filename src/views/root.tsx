import { useSelector } from '@xstate/react'
import { useDeferredValue } from 'react'
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

const Starting = () => <LoadingOverlay text={SHELL.starting} />
const Fleet = lazyView(() => import('./fleet/fleet-screen.tsx'), Starting)

/** Loads the fleet map's screen. After a failure it can be called again. */
export const loadFleetScreen = Fleet.load

/** The fleet map's screen. It renders after the frame around it, so that the list is requested before it is drawn. */
export const FleetScreen = () => (useDeferredValue(true, false) ? <Fleet /> : null)

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

const AlertsScreen = lazyView(() => import('./alerts/alerts-screen.tsx'), Starting)
const HealthScreen = lazyView(() => import('./health/health-screen.tsx'), Starting)
const DrivingScreen = lazyView(() => import('./driving-analysis/driving-screen.tsx'), Starting)
const DashboardScreen = lazyView(() => import('./dashboard/dashboard-screen.tsx'), Starting)
const FaultsBadge = lazyView(() => import('./lab/faults-badge.tsx'))
const CsSupportScreen = lazyView(() => import('./support/support-screen.tsx'), Starting)
const LabScreen = lazyView(() => import('./lab/lab-screen.tsx'), Starting)
const HelpScreen = lazyView(() => import('./help/help-screen.tsx'), Starting)
const ProfileScreen = lazyView(() => import('./profile/profile-screen.tsx'), Starting)
const RecoveryScreen = lazyView(() => import('./session/recovery-screen.tsx'), Starting)
const ShareScreen = lazyView(() => import('./live-share/share-screen.tsx'), Starting)
const SettingsScreen = lazyView(() => import('./settings/settings-screen.tsx'), Starting)

/** The screens that take the whole page below the header. */
const SCREENS: Readonly<Record<string, ReturnType<typeof lazyView<object>>>> = {
  alerts: AlertsScreen,
  health: HealthScreen,
  driving: DrivingScreen,
  dashboard: DashboardScreen,
  lab: LabScreen,
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
  const Screen = screen === 'track' ? FleetScreen : SCREENS[screen]
  return Screen === undefined ? (
    <WithFooter>
      <SideFrame>
        <Content />
      </SideFrame>
    </WithFooter>
  ) : (
    <Screen />
  )
}

const CurrentScreen = () => {
  const app = useApp()
  const screen = useAppSelector(selectScreen)
  const failure = useAppSelector(selectBlockingFailure)
  const isMember = useAppSelector(selectUser) !== null
  if (screen === 'blocked')
    return <BlockedScreen failure={failure ?? ''} onRetry={() => app.send({ type: 'app.retry' })} />
  if (screen === 'loading') return <Starting />
  if (screen === 'login') return <LoginScreen />
  if (screen === 'recovery') return <RecoveryScreen />
  // Without the frame for users too: it is the page that their customers see.
  if (screen === 'share') return <ShareScreen />
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
      <FaultsBadge faults={faults} />
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
        <DtcPopup />
        <div className={classes['stage']}>
          <CrashBoundary>
            <CurrentScreen />
          </CrashBoundary>
          <AlertPopup />
        </div>
        <FaultsNotice />
      </div>
    </>
  )
}
