import { Tabs } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { HEALTH_TABS } from '#contract/links/health.ts'
import { selectHealth } from '#src/machines/app/app.selectors.ts'
import {
  selectHealthFailure,
  selectHealthFilter,
  selectHealthFound,
} from '#src/machines/health/health.selectors.ts'
import { HEALTH, HEALTH_TAB } from '#src/texts/en/health.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { FailedLoad } from '../kit/failure-note.tsx'
import { bringIntoView } from '../kit/hooks.ts'
import { DtcList } from './dtc-list.tsx'
import { FluidList } from './fluid-list.tsx'
import classes from './health.module.css'
import { type HealthActor, HealthFilters } from './health-filters.tsx'
import { ServiceList } from './service-list.tsx'

const Found = ({ health }: { health: HealthActor }) => {
  const found = useSelector(health, selectHealthFound)
  return (
    <p className={classes['found']} role="status">
      {found === null ? null : HEALTH.rows({ total: found.total })}
      {found === null || found.shown >= found.total ? null : (
        <> {HEALTH.limited({ shown: found.shown, total: found.total })}</>
      )}
    </p>
  )
}

const Content = ({ health }: { health: HealthActor }) => {
  const { tab } = useSelector(health, selectHealthFilter)
  const failure = useSelector(health, selectHealthFailure)
  if (failure !== null)
    return (
      <FailedLoad
        failure={failure}
        away={HEALTH.failedAway}
        className={classes['failed']}
        onRetry={() => health.send({ type: 'health.reloaded' })}
      />
    )
  if (tab === 'services') return <ServiceList health={health} />
  if (tab === 'fluids') return <FluidList health={health} />
  return <DtcList health={health} />
}

const Health = ({ health }: { health: HealthActor }) => {
  const { tab } = useSelector(health, selectHealthFilter)
  return (
    <>
      <div className={classes['head']}>
        <h1>{HEALTH.title}</h1>
        <Found health={health} />
      </div>
      <Tabs
        className={classes['tabs'] ?? ''}
        value={tab}
        onChange={(value) => {
          const chosen = HEALTH_TABS.find((each) => each === value)
          if (chosen !== undefined) health.send({ type: 'health.filterChosen', change: { tab: chosen } })
        }}
      >
        <Tabs.List aria-label={HEALTH.tabs}>
          {HEALTH_TABS.map((each) => (
            <Tabs.Tab key={each} value={each} ref={each === tab ? bringIntoView : null}>
              {HEALTH_TAB[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {HEALTH_TABS.map((each) => (
          <Tabs.Panel key={each} value={each} className={classes['tab'] ?? ''}>
            {each === tab ? (
              <>
                <HealthFilters health={health} />
                <Content health={health} />
              </>
            ) : null}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

/** Fleet health: trouble codes, service reminders and fluids (HLT-01, HLT-02, HLT-05). */
const HealthScreen = () => {
  const health = useAppSelector(selectHealth)
  return (
    <div className={classes['screen']} tabIndex={-1}>
      {health === undefined ? null : <Health health={health} />}
    </div>
  )
}

export default HealthScreen
