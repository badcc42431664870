import { Tabs } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useMemo, useSyncExternalStore } from 'react'
import { DRIVER_REPORTS } from '#contract/links/driving-analysis.ts'
import { selectDrivingAnalysis } from '#src/machines/app/app.selectors.ts'
import { subjectOf } from '#src/machines/driving-analysis/driving-analysis.logic.ts'
import {
  selectAreScoresLoading,
  selectDrivingFilter,
  selectDrivingFound,
  selectOpenScore,
  selectScoresFailure,
} from '#src/machines/driving-analysis/driving-analysis.selectors.ts'
import { FIGURES_KNOWN, FIGURES_WAITING } from '#src/texts/en/dashboard.ts'
import { DRIVER_REPORT, DRIVING } from '#src/texts/en/driving-analysis.ts'
import { useAppSelector, useServices } from '../kit/app-context.tsx'
import { FailedLoad } from '../kit/failure-note.tsx'
import { formatDateTime } from '../kit/formats.ts'
import { bringIntoView, usePhone } from '../kit/hooks.ts'
import { ScoredByNote } from '../kit/scored-by.tsx'
import { useFocusReturn } from '../kit/side-panel.tsx'
import { Comparison } from './comparison.tsx'
import { reportColumns, sortedRows } from './driving-columns.ts'
import { type DrivingActor, DrivingFilters } from './driving-filters.tsx'
import classes from './driving-screen.module.css'
import { DrivingTable } from './driving-table.tsx'
import { ScorePanel } from './score-panel.tsx'
import { ScoreSummary } from './score-summary.tsx'
import { Trend } from './trend.tsx'

/** What the open report shows above its table. */
const Above = ({ driving }: { driving: DrivingActor }) => {
  const { drivingStore } = useServices()
  const { scores } = useSyncExternalStore(drivingStore.subscribe, drivingStore.getSnapshot)
  const filter = useSelector(driving, selectDrivingFilter)
  const isLoading = useSelector(driving, selectAreScoresLoading)
  if (scores === null || isLoading) return null
  switch (filter.report) {
    case 'DRIVER_CATEGORY_AND_SCORE':
      return <ScoreSummary scores={scores} />
    case 'DRIVER_SCORE_AND_COMPARISON':
      return (
        <Comparison
          scores={scores}
          compared={filter.compared}
          isByVehicle={filter.by === 'vehicle'}
          onRemove={(subjectId) => driving.send({ type: 'driving.compared', subjectId })}
        />
      )
    case 'DRIVER_SCORE_TREND':
      return <Trend driving={driving} />
    default:
      return null
  }
}

const Rows = ({ driving }: { driving: DrivingActor }) => {
  const { drivingStore } = useServices()
  const { scores } = useSyncExternalStore(drivingStore.subscribe, drivingStore.getSnapshot)
  const filter = useSelector(driving, selectDrivingFilter)
  const open = useSelector(driving, selectOpenScore)
  const isLoading = useSelector(driving, selectAreScoresLoading)
  const rows = useMemo(() => sortedRows(scores?.rows ?? [], filter.sort), [scores, filter.sort])
  const canCompare = filter.report === 'DRIVER_SCORE_AND_COMPARISON' || filter.report === 'DRIVER_SCORE_TREND'
  return (
    <DrivingTable
      key={`${filter.report} ${subjectOf(filter)}`}
      name={DRIVER_REPORT[filter.report]}
      columns={reportColumns(filter.report, subjectOf(filter), scores?.scoring.by ?? 'company')}
      rows={rows}
      openId={open?.subjectId ?? null}
      sort={filter.sort}
      isLoading={isLoading}
      compared={canCompare ? filter.compared : null}
      onSort={(column) => driving.send({ type: 'driving.sorted', column })}
      onOpen={(subjectId, incident) => driving.send({ type: 'driving.scoreOpened', subjectId, incident })}
      onCompare={(subjectId) => driving.send({ type: 'driving.compared', subjectId })}
    />
  )
}

const Report = ({ driving }: { driving: DrivingActor }) => {
  const failure = useSelector(driving, selectScoresFailure)
  const open = useSelector(driving, selectOpenScore)
  const pendingDays = useSelector(driving, selectDrivingFound)?.pendingDays ?? 0
  const isOpen = open !== null && failure === null && pendingDays === 0
  const place = useFocusReturn(isOpen)
  return (
    <div className={classes['content']} ref={place} tabIndex={-1}>
      {failure !== null ? (
        <FailedLoad
          failure={failure}
          away={DRIVING.failedAway}
          className={classes['note']}
          onRetry={() => driving.send({ type: 'driving.retry' })}
        />
      ) : pendingDays > 0 ? (
        <p role="status" className={classes['note']}>
          {DRIVING.pending({ days: pendingDays })}
        </p>
      ) : (
        <div className={classes['report']}>
          <Above driving={driving} />
          <Rows driving={driving} />
        </div>
      )}
      {isOpen ? <ScorePanel driving={driving} open={open} /> : null}
    </div>
  )
}

/** By whose alerts the scores are, where those of the user are not the company's. */
const Scoring = ({ driving }: { driving: DrivingActor }) => {
  const { drivingStore } = useServices()
  const { scores } = useSyncExternalStore(drivingStore.subscribe, drivingStore.getSnapshot)
  const { report } = useSelector(driving, selectDrivingFilter)
  return scores === null || report === 'VEHICLE_SUMMARY_ALERT_COUNT' ? null : (
    <ScoredByNote
      scoring={scores.scoring}
      onChoose={(scoredBy) => driving.send({ type: 'driving.filterChosen', change: { scoredBy } })}
    />
  )
}

const AsOf = ({ driving }: { driving: DrivingActor }) => {
  const { drivingStore } = useServices()
  const { scores } = useSyncExternalStore(drivingStore.subscribe, drivingStore.getSnapshot)
  const isLoading = useSelector(driving, selectAreScoresLoading)
  const waiting = scores === null || isLoading ? 0 : (scores.waitingDays ?? 0)
  const known = isLoading ? undefined : scores?.known
  const rangeDays = scores?.rangeDays ?? 0
  return (
    <p className={classes['asOf']} role="status">
      {scores === null || isLoading ? null : DRIVING.asOf({ time: formatDateTime(scores.asOf) })}
      {known === undefined || known.days >= rangeDays
        ? null
        : ` · ${FIGURES_KNOWN.days({ count: known.days, all: rangeDays })}`}
      {scores === null || waiting === 0
        ? null
        : ` · ${FIGURES_WAITING.days({ count: waiting, all: scores.rangeDays ?? waiting })}`}
    </p>
  )
}

const Analysis = ({ driving }: { driving: DrivingActor }) => {
  const isPhone = usePhone()
  const { drivingStore } = useServices()
  const { scores } = useSyncExternalStore(drivingStore.subscribe, drivingStore.getSnapshot)
  const filter = useSelector(driving, selectDrivingFilter)
  return (
    <>
      <div className={classes['head']}>
        <h1>{DRIVING.title}</h1>
        <AsOf driving={driving} />
        <DrivingFilters
          driving={driving}
          columns={reportColumns(filter.report, subjectOf(filter), scores?.scoring.by ?? 'company')}
          areCards={isPhone}
        />
        <Scoring driving={driving} />
      </div>
      <Tabs
        className={classes['tabs'] ?? ''}
        classNames={{ list: classes['list'] ?? '', panel: classes['panel'] ?? '' }}
        value={filter.report}
        keepMounted={false}
        onChange={(value) => {
          const report = DRIVER_REPORTS.find((each) => each === value)
          if (report !== undefined) driving.send({ type: 'driving.filterChosen', change: { report } })
        }}
      >
        <Tabs.List aria-label={DRIVING.reports}>
          {DRIVER_REPORTS.map((report) => (
            <Tabs.Tab
              key={report}
              value={report}
              ref={report === filter.report ? bringIntoView : null}
              data-report={report}
            >
              {DRIVER_REPORT[report]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={filter.report}>
          <Report driving={driving} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** The driving analysis (DRV-01, DRV-05): the five driver reports, and why a score is what it is. */
const DrivingScreen = () => {
  const driving = useAppSelector(selectDrivingAnalysis)
  return (
    <div className={classes['screen']} tabIndex={-1}>
      {driving === undefined ? null : <Analysis driving={driving} />}
    </div>
  )
}

export default DrivingScreen
