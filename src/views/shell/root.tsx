import { lazy, Suspense } from 'react'
import {
  selectBlockingFailure,
  selectScreen,
  selectTitle,
  selectUser,
} from '#src/machines/app/app.selectors.ts'
import { BlockedScreen } from '../blocked/blocked-screen.tsx'
import { useApp, useAppSelector } from '../kit/app-context.tsx'
import { DocumentTitle } from '../kit/document-title.tsx'
import { LoadingOverlay } from '../kit/loading.tsx'
import { LoginScreen } from '../login/login-screen.tsx'
import { Frame } from './frame.tsx'
import classes from './message-page.module.css'
import { Denied, NotBuilt, NotFound } from './message-page.tsx'
import { SHELL } from './shell.text.ts'

const FleetScreen = lazy(() => import('../fleet/fleet-screen.tsx'))

const Framed = () => {
  const screen = useAppSelector(selectScreen)
  switch (screen) {
    case 'track':
      return (
        <Suspense fallback={<LoadingOverlay text={SHELL.starting} />}>
          <FleetScreen />
        </Suspense>
      )
    case 'denied':
      return <Denied />
    case 'unknown':
      return <NotFound />
    default:
      return <NotBuilt />
  }
}

const Screen = () => {
  const app = useApp()
  const screen = useAppSelector(selectScreen)
  const failure = useAppSelector(selectBlockingFailure)
  const isMember = useAppSelector(selectUser) !== null
  if (screen === 'blocked')
    return <BlockedScreen failure={failure ?? ''} onRetry={() => app.send({ type: 'app.retry' })} />
  if (screen === 'loading') return <LoadingOverlay text={SHELL.starting} />
  if (screen === 'login') return <LoginScreen />
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
    <Screen />
  </>
)
