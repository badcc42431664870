import { useSelector } from '@xstate/react'
import { selectDashboard } from '#src/machines/app/app.selectors.ts'
import {
  selectEvidence,
  selectIsOpening,
  selectIsUnread,
  selectLayout,
} from '#src/machines/dashboard/dashboard.selectors.ts'
import { DASHBOARD } from '#src/texts/en/dashboard.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { RetryNote } from '../kit/empty-state.tsx'
import { DashboardFilters } from './dashboard-filters.tsx'
import { type DashboardActor, useScopeTitle } from './dashboard-hooks.ts'
import classes from './dashboard-screen.module.css'
import { EvidencePanel } from './evidence-panel.tsx'
import { Widget } from './widgets.tsx'

const Dashboard = ({ dashboard }: { dashboard: DashboardActor }) => {
  const { shown } = useSelector(dashboard, selectLayout)
  const evidence = useSelector(dashboard, selectEvidence)
  const isOpening = useSelector(dashboard, selectIsOpening)
  const isUnread = useSelector(dashboard, selectIsUnread)
  const title = useScopeTitle(dashboard)
  if (isOpening) return null
  if (isUnread)
    return (
      <RetryNote
        text={DASHBOARD.unread}
        retry={KIT.retry}
        onRetry={() => dashboard.send({ type: 'dashboard.opened' })}
      />
    )
  return (
    <>
      <div className={classes['head']}>
        <h1>{title}</h1>
        <DashboardFilters dashboard={dashboard} />
      </div>
      <div className={classes['grid']}>
        {shown.map((widget) => (
          <Widget key={widget} dashboard={dashboard} widget={widget} />
        ))}
      </div>
      {evidence === null ? null : <EvidencePanel dashboard={dashboard} evidence={evidence} />}
    </>
  )
}

/** The dashboard (DSH-01 to DSH-16), at `/owner-suite` and `/dashboard` (SHL-06). */
const DashboardScreen = () => {
  const dashboard = useAppSelector(selectDashboard)
  return (
    <div className={classes['screen']} tabIndex={-1}>
      {dashboard === undefined ? null : <Dashboard dashboard={dashboard} />}
    </div>
  )
}

export default DashboardScreen
