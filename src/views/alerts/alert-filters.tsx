import { FILTER, FILTER_BY_NAME, PERIOD_NAME } from '#src/texts/en/filters.ts'
import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, NativeSelect, Popover, SegmentedControl } from '@mantine/core'
import { IconColumns3, IconRestore } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { ALERT_VIEWS, type AlertFilter } from '#contract/links/alerts.ts'
import type { AlertCode } from '#domain/alerts.ts'
import { FILTER_BY } from '#domain/report-filter.ts'
import type { alertListMachine } from '#src/machines/alerts/alert-list.machine.ts'
import {
  selectAlertChoices,
  selectAlertFilter,
  selectAlertRange,
  selectAlertSort,
  selectAlertsFound,
  selectDidChoicesFail,
  selectHiddenColumns,
} from '#src/machines/alerts/alert-list.selectors.ts'
import { ALERT_LIST, ALERT_VIEW } from '#src/texts/en/alerts.ts'
import { ALERTS } from '#src/texts/en/events.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { AlertIcon } from '../kit/alert-icon.tsx'
import { RetryNote } from '../kit/empty-state.tsx'
import { GroupField, PeriodFields, PeriodNotice, VehicleField } from '../kit/filter-fields.tsx'
import { formatNumber } from '../kit/measures.ts'
import { type TableColumn, totalOf } from './alert-columns.ts'
import classes from './alert-filters.module.css'

/** The running machine, to read and send to. */
export type AlertListActor = ActorRefFrom<typeof alertListMachine>

const useFilter = (alerts: AlertListActor) => {
  const filter = useSelector(alerts, selectAlertFilter)
  const choose = (change: Partial<AlertFilter>) => alerts.send({ type: 'alertList.filterChosen', change })
  return { filter, choose }
}

/** Puts columns away and shows them again; the first one stays. */
const ColumnChooser = ({ alerts, columns }: { alerts: AlertListActor; columns: readonly TableColumn[] }) => {
  const hidden = useSelector(alerts, selectHiddenColumns)
  const toggle = (name: string) =>
    alerts.send({
      type: 'alertList.columnsChosen',
      hidden: hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name],
    })
  return (
    <Popover position="bottom-end" shadow="md" radius="md" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <Button
          variant="default"
          aria-haspopup="dialog"
          leftSection={<IconColumns3 size={18} stroke={1.75} aria-hidden />}
        >
          {ALERT_LIST.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={ALERT_LIST.columns} className={classes['columns'] ?? ''}>
        {columns.slice(1).map(({ name, title }) => (
          <Checkbox key={name} label={title} checked={!hidden.includes(name)} onChange={() => toggle(name)} />
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

const TEXT_KINDS: readonly TableColumn['kind'][] = ['registration', 'alert', 'text', 'description']

/** The order of cards, which have no headings: figures begin with the largest. */
const OrderField = ({ alerts, columns }: { alerts: AlertListActor; columns: readonly TableColumn[] }) => {
  const { filter } = useFilter(alerts)
  const sort = useSelector(alerts, selectAlertSort)
  const sortable = columns.filter(({ kind }) => kind !== 'place' && kind !== 'time')
  return (
    <NativeSelect
      aria-label={ALERT_LIST.order}
      value={sort?.column ?? ''}
      data={[
        {
          value: '',
          label: filter.alerts === 'Alert Wise' ? ALERT_LIST.newestFirst : ALERT_LIST.byRegistration,
        },
        ...sortable.map(({ name, title }) => ({ value: name, label: ALERT_LIST.sortBy({ column: title }) })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        const column = sortable.find(({ name }) => name === value)
        alerts.send({
          type: 'alertList.orderChosen',
          sort:
            column === undefined ? null : { column: value, isDescending: !TEXT_KINDS.includes(column.kind) },
        })
      }}
    />
  )
}

/** The filter of the list (ALR-33 to ALR-35, RPT-19), and the choice of columns or, of cards, of their order. */
export const AlertFilters = ({
  alerts,
  columns,
  areCards,
}: {
  alerts: AlertListActor
  columns: readonly TableColumn[]
  areCards: boolean
}) => {
  const { filter, choose } = useFilter(alerts)
  const range = useSelector(alerts, selectAlertRange)
  const choices = useSelector(alerts, selectAlertChoices)
  const didChoicesFail = useSelector(alerts, selectDidChoicesFail)
  const chooseOwner = (alertsForId: number | null) => choose({ alertsForId })
  return (
    <>
      <div className={classes['filters']}>
        <SegmentedControl
          className={classes['view'] ?? ''}
          aria-label={ALERT_LIST.view}
          value={filter.alerts}
          data={ALERT_VIEWS.map((value) => ({ value, label: ALERT_VIEW[value] }))}
          onChange={(alertsView) => choose({ alerts: alertsView })}
        />
        <SegmentedControl
          aria-label={ALERT_LIST.owner}
          value={filter.alertsFor}
          data={FILTER_BY.map((value) => ({ value, label: FILTER_BY_NAME[value] }))}
          onChange={(alertsFor) => choose({ alertsFor })}
        />
        {filter.alertsFor === 'Vehicle' ? (
          <VehicleField value={filter.alertsForId} isLoaded={choices !== null} onChoose={chooseOwner} />
        ) : null}
        {filter.alertsFor === 'Group' ? (
          <GroupField value={filter.alertsForId} groups={choices?.groups ?? []} onChoose={chooseOwner} />
        ) : null}
        {didChoicesFail ? (
          <RetryNote
            text={FILTER.choicesAway}
            retry={KIT.retry}
            onRetry={() => alerts.send({ type: 'alertList.choicesRetried' })}
          />
        ) : null}
        <PeriodFields
          value={filter.period}
          range={range}
          onChoose={(period) => choose({ period })}
          onCustom={(now) => alerts.send({ type: 'alertList.customChosen', now })}
        />
        {areCards ? (
          <OrderField alerts={alerts} columns={columns} />
        ) : (
          <ColumnChooser alerts={alerts} columns={columns} />
        )}
        <Button
          className={classes['reset'] ?? ''}
          variant="default"
          leftSection={<IconRestore size={18} stroke={1.75} aria-hidden />}
          onClick={() => alerts.send({ type: 'alertList.reset' })}
        >
          {FILTER.reset}
        </Button>
      </div>
      <PeriodNotice actor={alerts} period={PERIOD_NAME[filter.period]} />
    </>
  )
}

/** The order of the strip: the most frequent first. */
const ORDER = [
  'OVERSPEED',
  'IDLING',
  'GEOFENCEINOUT',
  'STOPPAGE',
  'FUELDROP',
  'FUELFILL',
  'ADBLUELOW',
  'ENGINEOVERRUN',
  'NEUTRALDRIVING',
  'ADBLUEFAULT',
  'ADBLUEZONE',
  'DPFREGEN',
] as const satisfies readonly AlertCode[]

/**
 * The types that the server has (API-20, OPEN-98) with their counts (ALR-32), dashes as long as nobody knows them; pressing one lists its
 * alerts. A type of the address is there too.
 */
export const AlertTypes = ({
  alerts,
  byVehicle,
}: {
  alerts: AlertListActor
  byVehicle: Parameters<typeof totalOf>[0]
}) => {
  const { filter, choose } = useFilter(alerts)
  const offered = useSelector(alerts, selectAlertChoices)?.types ?? []
  const isKnown = useSelector(alerts, selectAlertsFound) !== null
  const types = ORDER.filter((type) => offered.includes(type) || type === filter.reportType)
  const card = (type: AlertCode | null) => {
    const count = totalOf(byVehicle, type)
    return (
      <li key={type}>
        <button
          type="button"
          className={classes['type']}
          aria-pressed={filter.reportType === type}
          data-none={(isKnown && count === 0) || undefined}
          onClick={() => choose({ reportType: type })}
        >
          {type === null ? null : <AlertIcon type={type} />}
          {type === null ? ALERT_LIST.all : ALERTS[type]} <b>{isKnown ? formatNumber(count) : '–'}</b>
        </button>
      </li>
    )
  }
  return (
    <nav className={classes['types']} aria-label={ALERT_LIST.types}>
      <ul>{[null, ...types].map(card)}</ul>
    </nav>
  )
}
