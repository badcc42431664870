import { IconBarrierBlock, IconLock, IconMapOff, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { selectNextStep, selectPageName, selectPath } from '#src/machines/app/app.selectors.ts'
import type { Route } from '#src/machines/app/routes.ts'
import { BLOCKED, CRASH, SHELL } from '#src/texts/en/app.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { pageText } from '#src/texts/en/routes.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { RetryButton, RouteLink } from '../kit/buttons.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { ProblemReportButton } from '../problem-report/index.ts'
import classes from './message-page.module.css'

const linkLabel = ({ screen, title }: Route): string => {
  if (screen === 'login') return SHELL.toLogin
  if (screen === 'track') return SHELL.toMap
  return screen === 'cssupport' ? SHELL.toUserSelection : SHELL.toPage({ page: pageText(title) })
}

const NextStepLink = () => {
  const route = useAppSelector(selectNextStep)
  return route === undefined ? null : (
    <RouteLink className={classes['nextStep']} to={route.path}>
      {linkLabel(route)}
    </RouteLink>
  )
}

/** Stands in for a screen that is not built yet; names it and links to one that is. */
export const NotBuilt = () => {
  const page = pageText(useAppSelector(selectPageName))
  return (
    <div className={classes['page']}>
      <EmptyState
        icon={IconBarrierBlock}
        heading="h1"
        title={SHELL.notBuilt({ page: page === '' ? SHELL.thisPage : page })}
        text={SHELL.notBuiltText}
      >
        <NextStepLink />
      </EmptyState>
    </div>
  )
}

/** Shown for an address without a route (SHL-15). */
export const NotFound = () => (
  <div className={classes['page']}>
    <EmptyState icon={IconMapOff} heading="h1" title={TEXTS.componentNotFound} text={SHELL.notFoundText}>
      <NextStepLink />
    </EmptyState>
  </div>
)

/** Shown for a route that the user's role may not open (SHL-16). */
export const Denied = () => (
  <div className={classes['page']}>
    <EmptyState icon={IconLock} heading="h1" title={TEXTS.accessDenied} text={SHELL.deniedText}>
      <NextStepLink />
    </EmptyState>
  </div>
)

/** What has failed, what to do, and the button that does it, by itself once the server is back; the problem can be reported. */
const FailureBox = ({
  title,
  advice,
  children,
  action,
  onAction,
}: {
  title: string
  advice: string
  children?: ReactNode
  action: string
  onAction: () => void
}) => (
  <div className={classes['blockedPage']}>
    <div className={classes['box']} role="alert">
      <h1 className={classes['title']}>{title}</h1>
      <p className={classes['advice']}>{advice}</p>
      {children}
      <div>
        <RetryButton leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />} onRetry={onAction}>
          {action}
        </RetryButton>
      </div>
      <ProblemReportButton className={classes['report']} />
    </div>
  </div>
)

/** Replaces every screen while the environment document is unusable; says what is wrong with it (OPEN-06). */
export const BlockedScreen = ({ failure, onRetry }: { failure: string; onRetry: () => void }) => (
  <main className={classes['full']}>
    <FailureBox title={BLOCKED.title} advice={BLOCKED.advice} action={KIT.retry} onAction={onRetry}>
      <p className={classes['failure']}>{failure}</p>
    </FailureBox>
  </main>
)

const CrashScreen = () => (
  <FailureBox
    title={CRASH.title}
    advice={CRASH.advice}
    action={CRASH.reload}
    onAction={() => window.location.reload()}
  />
)

/**
 * Where rendering fails, or a screen's code cannot be loaded, shows a page that says so instead of an empty one. Another route
 * is tried again.
 */
export const CrashBoundary = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary resetKey={useAppSelector(selectPath)} fallback={<CrashScreen />}>
    {children}
  </ErrorBoundary>
)
