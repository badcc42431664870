import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { DrivingFilter } from '#contract/links/driving-analysis.ts'
import { DRIVING_SUBJECTS } from '#domain/driving-score.ts'
import { FILTER_BY } from '#domain/report-filter.ts'
import type { drivingAnalysisMachine } from '#src/machines/driving-analysis/driving-analysis.machine.ts'
import {
  selectDidDrivingChoicesFail,
  selectDrivingChoices,
  selectDrivingFilter,
  selectDrivingRange,
} from '#src/machines/driving-analysis/driving-analysis.selectors.ts'
import { DRIVING, DRIVING_SUBJECT } from '#src/texts/en/driving-analysis.ts'
import { FILTER, FILTER_BY_NAME, PERIOD_NAME } from '#src/texts/en/filters.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { RetryNote } from '../kit/empty-state.tsx'
import { GroupField, PeriodFields, PeriodNotice, VehicleField } from '../kit/filter-fields.tsx'
import type { TableColumn } from './driving-columns.ts'
import classes from './driving-filters.module.css'

/** The running machine, to read and send to. */
export type DrivingActor = ActorRefFrom<typeof drivingAnalysisMachine>

/** The order of cards, which have no headings: figures begin with the largest. */
const OrderField = ({ driving, columns }: { driving: DrivingActor; columns: readonly TableColumn[] }) => {
  const { sort } = useSelector(driving, selectDrivingFilter)
  return (
    <NativeSelect
      aria-label={DRIVING.order}
      value={sort?.column ?? ''}
      data={[
        { value: '', label: DRIVING.bestFirst },
        ...columns.map(({ name, title }) => ({ value: name, label: DRIVING.sortBy({ column: title }) })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        const column = columns.find(({ name }) => name === value)
        const isText = column?.kind === 'name' || column?.kind === 'registration'
        driving.send({
          type: 'driving.filterChosen',
          change: { sort: column === undefined ? null : { column: column.name, isDescending: !isText } },
        })
      }}
    />
  )
}

/** The filter of the reports (RPT-05, RPT-06): whose scores, of which trucks, in which dates. */
export const DrivingFilters = ({
  driving,
  columns,
  areCards,
}: {
  driving: DrivingActor
  columns: readonly TableColumn[]
  areCards: boolean
}) => {
  const filter = useSelector(driving, selectDrivingFilter)
  const choices = useSelector(driving, selectDrivingChoices)
  const range = useSelector(driving, selectDrivingRange)
  const didChoicesFail = useSelector(driving, selectDidDrivingChoicesFail)
  const choose = (change: Partial<DrivingFilter>) => driving.send({ type: 'driving.filterChosen', change })
  const chooseOwner = (ownerId: number | null) => choose({ ownerId })
  return (
    <>
      <div className={classes['filters']}>
        {filter.report === 'VEHICLE_SUMMARY_ALERT_COUNT' ? null : (
          <SegmentedControl
            aria-label={DRIVING.by}
            value={filter.by}
            data={DRIVING_SUBJECTS.map((value) => ({ value, label: DRIVING_SUBJECT[value] }))}
            onChange={(by) => choose({ by })}
          />
        )}
        <SegmentedControl
          aria-label={DRIVING.owner}
          value={filter.filterBy}
          data={FILTER_BY.map((value) => ({ value, label: FILTER_BY_NAME[value] }))}
          onChange={(filterBy) => choose({ filterBy })}
        />
        {filter.filterBy === 'Vehicle' ? (
          <VehicleField value={filter.ownerId} isLoaded={choices !== null} onChoose={chooseOwner} />
        ) : null}
        {filter.filterBy === 'Group' ? (
          <GroupField value={filter.ownerId} groups={choices?.groups ?? []} onChoose={chooseOwner} />
        ) : null}
        {didChoicesFail && filter.filterBy !== 'Fleet' ? (
          <RetryNote
            text={FILTER.choicesAway}
            retry={KIT.retry}
            onRetry={() => driving.send({ type: 'driving.choicesRetried' })}
          />
        ) : null}
        <PeriodFields
          value={filter.dateType}
          range={range}
          onChoose={(dateType) => choose({ dateType })}
          onCustom={(now) => driving.send({ type: 'driving.customChosen', now })}
        />
        {areCards ? <OrderField driving={driving} columns={columns} /> : null}
        <Button
          variant="default"
          leftSection={<IconRestore size={18} stroke={1.75} aria-hidden />}
          onClick={() => driving.send({ type: 'driving.reset' })}
        >
          {FILTER.reset}
        </Button>
      </div>
      <PeriodNotice actor={driving} period={PERIOD_NAME[filter.dateType]} />
    </>
  )
}
