import { IconBarrierBlock, IconLock, IconMapOff } from '@tabler/icons-react'
import { TEXTS } from '#contract/texts.ts'
import { selectPageTitle, selectUser } from '#src/machines/app/app.selectors.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { RouteLink } from '../kit/route-link.tsx'
import classes from './message-page.module.css'
import { SHELL } from './shell.text.ts'

const WayOn = () => {
  const isMember = useAppSelector(selectUser) !== null
  return (
    <RouteLink className={classes['way']} to={isMember ? '/track-trace' : '/'}>
      {isMember ? SHELL.toMap : SHELL.toLogin}
    </RouteLink>
  )
}

/** Stands where a screen is not built yet; names it and leads to what is. */
export const NotBuilt = () => {
  const title = useAppSelector(selectPageTitle)
  return (
    <div className={classes['page']}>
      <EmptyState
        icon={IconBarrierBlock}
        heading="h1"
        title={SHELL.notBuilt(title === '' ? SHELL.thisPage : title)}
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
