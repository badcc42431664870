import { IconBarrierBlock, IconLock, IconMapOff } from '@tabler/icons-react'
import { TEXTS } from '#contract/texts.ts'
import { selectPageName, selectWayOn } from '#src/machines/app/app.selectors.ts'
import type { Route } from '#src/machines/app/routes.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { RouteLink } from '../kit/route-link.tsx'
import classes from './message-page.module.css'
import { SHELL } from './shell.text.ts'

const wordsFor = ({ screen, title }: Route): string => {
  if (screen === 'login') return SHELL.toLogin
  if (screen === 'track') return SHELL.toMap
  return screen === 'cssupport' ? SHELL.toChoice : SHELL.toPage(title)
}

const WayOn = () => {
  const route = useAppSelector(selectWayOn)
  return route === undefined ? null : (
    <RouteLink className={classes['way']} to={route.path}>
      {wordsFor(route)}
    </RouteLink>
  )
}

/** Stands where a screen is not built yet; names it and leads to what is. */
export const NotBuilt = () => {
  const page = useAppSelector(selectPageName)
  return (
    <div className={classes['page']}>
      <EmptyState
        icon={IconBarrierBlock}
        heading="h1"
        title={SHELL.notBuilt(page === '' ? SHELL.thisPage : page)}
        text={SHELL.notBuiltText}
      >
        <WayOn />
      </EmptyState>
    </div>
  )
}

/** An address that no route has (SHL-15). */
export const NotFound = () => (
  <div className={classes['page']}>
    <EmptyState icon={IconMapOff} heading="h1" title={TEXTS.componentNotFound} text={SHELL.notFoundText}>
      <WayOn />
    </EmptyState>
  </div>
)

/** A route that the user's role does not open (SHL-16). */
export const Denied = () => (
  <div className={classes['page']}>
    <EmptyState icon={IconLock} heading="h1" title={TEXTS.accessDenied} text={SHELL.deniedText}>
      <WayOn />
    </EmptyState>
  </div>
)
