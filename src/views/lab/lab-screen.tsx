import { selectPath, selectUser } from '#src/machines/app/app.selectors.ts'
import { SHELL } from '#src/texts/en/app.ts'
import { LAB } from '#src/texts/en/lab.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { LoadingOverlay } from '../kit/brand.tsx'
import { RouteLink } from '../kit/buttons.tsx'
import { lazyView } from '../kit/lazy-view.ts'
import classes from './lab.module.css'

const Drawing = () => <LoadingOverlay text={LAB.drawing} />
const PathsPage = lazyView(() => import('./paths-page.tsx'), Drawing)
const ReplayPage = lazyView(() => import('./replay-page.tsx'), Drawing)
const FaultsPanel = lazyView(() => import('./faults-panel.tsx'), Drawing)

const PAGES = [
  { path: '/lab/paths', name: () => LAB.paths, Page: PathsPage },
  { path: '/lab/replay', name: () => LAB.replay, Page: ReplayPage },
  { path: '/lab/faults', name: () => LAB.faults, Page: FaultsPanel },
] as const

/** The lab of QA and support (OPEN-20): paths through the machines, and recordings that run again. */
const LabScreen = () => {
  const path = useAppSelector(selectPath)
  const isGuest = useAppSelector(selectUser) === null
  const here = PAGES.find((page) => page.path === path) ?? PAGES[0]
  return (
    <div className={classes['lab']}>
      <div className={classes['bar']}>
        <nav aria-label={LAB.pages}>
          {PAGES.map((page) => (
            <RouteLink key={page.path} to={page.path} aria-current={page === here ? 'page' : undefined}>
              {page.name()}
            </RouteLink>
          ))}
        </nav>
        {isGuest ? <RouteLink to="/login">{SHELL.toLogin}</RouteLink> : null}
      </div>
      <here.Page />
    </div>
  )
}

export default LabScreen
