import { useSelector } from '@xstate/react'
import { selectDashboard } from '#src/machines/app/app.selectors.ts'
import { selectEvidence, selectIsOpening, selectLayout } from '#src/machines/dashboard/dashboard.selectors.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { DashboardFilters } from './dashboard-filters.tsx'
import { type DashboardActor, useScopeTitle } from './dashboard-hooks.ts'
import classes from './dashboard-screen.module.css'
import { EvidencePanel } from './evidence-panel.tsx'
import { Widget } from './widgets.tsx'

const Dashboard = ({ dashboard }: { dashboard: DashboardActor }) => {
  const { shown } = useSelector(dashboard, selectLayout)
  const evidence = useSelector(dashboard, selectEvidence)
  const isOpening = useSelector(dashboard, selectIsOpening)
  const title = useScopeTitle(dashboard)
  if (isOpening) return null
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
    <div className={classes['screen']}>
      {dashboard === undefined ? null : <Dashboard dashboard={dashboard} />}
    </div>
  )
}

export default DashboardScreen
