import { lazy, Suspense } from 'react'
import {
  selectBlockingFailure,
  selectScreen,
  selectTitle,
  selectUser,
} from '#src/machines/app/app.selectors.ts'
import { BlockedScreen } from '../blocked/blocked-screen.tsx'
import { WithFooter } from '../footer/with-footer.tsx'
import { useApp, useAppSelector } from '../kit/app-context.tsx'
import { DocumentTitle } from '../kit/document-title.tsx'
import { LoadingOverlay } from '../kit/loading.tsx'
import { LoginScreen } from '../login/login-screen.tsx'
import { MaintenanceBanner } from '../maintenance/maintenance-banner.tsx'
import { Frame } from './frame.tsx'
import { FleetScreen } from './late-fleet-screen.tsx'
import classes from './message-page.module.css'
import { Denied, NotBuilt, NotFound } from './message-page.tsx'
import { SHELL } from './shell.text.ts'
import { SideFrame } from './side-frame.tsx'

const CsSupportScreen = lazy(() => import('../cssupport/cssupport-screen.tsx'))
const HelpScreen = lazy(() => import('../help/help-screen.tsx'))
const ProfileScreen = lazy(() => import('../profile/profile-screen.tsx'))
const RecoveryScreen = lazy(() => import('../login/recovery-screen.tsx'))
const SettingsScreen = lazy(() => import('../settings/settings-screen.tsx'))

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

const Framed = () => (
  <Suspense fallback={<LoadingOverlay text={SHELL.starting} />}>
    {useAppSelector(selectScreen) === 'track' ? (
      <FleetScreen />
    ) : (
      <WithFooter>
        <SideFrame>
          <Content />
        </SideFrame>
      </WithFooter>
    )}
  </Suspense>
)

const Screen = () => {
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
  if (isMember)
    return (
      <Frame>
        <Framed />
      </Frame>
    )
  return (
    <main className={classes['full']}>
      <Framed />
    </main>
  )
}

/** The screen that the root machine names, and its title. */
export const Root = () => (
  <>
    <DocumentTitle title={useAppSelector(selectTitle) || SHELL.product} />
    <div className={classes['root']}>
      <MaintenanceBanner />
      <div className={classes['stage']}>
        <Screen />
      </div>
    </div>
  </>
)
