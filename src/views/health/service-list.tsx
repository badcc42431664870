import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleOff,
  IconClock,
  IconHelpCircle,
} from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import { type ServiceList as List, SERVICE_LISTS } from '#contract/links/health.ts'
import type { ServiceRecord, ServiceReminder } from '#contract/records/health.ts'
import { SERVICE_STATES, type ServiceLeft, type ServiceState } from '#domain/service.ts'
import {
  selectChangeFailure,
  selectHealthFilter,
  selectIsChangingService,
  selectIsHealthLoading,
  selectMayRecord,
  selectMaySetIntervals,
  selectRecordedId,
  selectServiceForm,
} from '#src/machines/health/health.selectors.ts'
import { HEALTH, SERVICE, SERVICE_FORM, SERVICE_LIST, SERVICE_STATE } from '#src/texts/en/health.ts'
import { useServices } from '../kit/app-context.tsx'
import { FailureNote } from '../kit/failure-note.tsx'
import { formatDate, formatDateTime } from '../kit/formats.ts'
import { formatMeasure, formatPercent, formatWithUnit, odometerMeasure } from '../kit/measures.ts'
import classes from './health.module.css'
import type { HealthActor } from './health-filters.tsx'
import { type HealthColumn, HealthTable } from './health-table.tsx'
import { IntervalForm, RecordForm } from './service-forms.tsx'

const ICONS = {
  overdue: IconAlertTriangle,
  dueSoon: IconClock,
  upToDate: IconCircleCheck,
  notCounted: IconCircleOff,
  notRecorded: IconHelpCircle,
} as const

const StateName = ({ state }: { state: ServiceState }) => {
  const { [state]: Icon } = ICONS
  return (
    <span className={classes['severity']} data-severity={state === 'overdue' ? 'high' : undefined}>
      <Icon size={18} stroke={1.75} aria-hidden />
      {SERVICE_STATE[state]}
    </span>
  )
}

/** What is left of a measure, in words. */
const leftText = ({ measure, left }: ServiceLeft): string => {
  const amount = Math.abs(left)
  const isOver = left < 0
  if (measure === 'km') {
    const distance = formatWithUnit('serviceDistance', amount)
    return isOver ? SERVICE.kmOver({ distance }) : SERVICE.kmLeft({ distance })
  }
  if (measure === 'hours') {
    const hours = Math.round(amount)
    return isOver ? SERVICE.hoursOver({ hours }) : SERVICE.hoursLeft({ hours })
  }
  const days = isOver ? Math.ceil(amount) : Math.floor(amount)
  return isOver ? SERVICE.daysOver({ days }) : SERVICE.daysLeft({ days })
}

/** The most urgent measure, with a bar of how much of its interval is used, and the others. */
const Left = ({ left, state }: Pick<ServiceReminder, 'left' | 'state'>) => {
  const [first, ...others] = left
  if (first === undefined)
    return (
      <span className={classes['muted']}>
        {state === 'notRecorded' ? SERVICE_STATE.notRecorded : SERVICE.neverDue}
      </span>
    )
  const used = Math.min(100, Math.max(0, 100 - (100 * first.left) / first.interval))
  return (
    <span className={classes['two']}>
      <span className={classes['leftLine']}>
        <b>{leftText(first)}</b>
        <span
          className={classes['bar']}
          role="img"
          aria-label={SERVICE.used({ percent: formatPercent(used) })}
          style={{ ['--used' as string]: `${used}%` }}
        />
      </span>
      {others.length === 0 ? null : <small>{others.map(leftText).join(' · ')}</small>}
    </span>
  )
}

const reminderColumns = (
  health: HealthActor,
  mayRecord: boolean,
  maySet: boolean,
): HealthColumn<ServiceReminder>[] => [
  {
    title: SERVICE.left,
    width: 'minmax(300px, 2fr)',
    isWhole: true,
    cell: ({ left, state }) => <Left left={left} state={state} />,
  },
  { title: SERVICE.state, width: '200px', isWhole: true, cell: ({ state }) => <StateName state={state} /> },
  {
    title: SERVICE.last,
    width: '140px',
    cell: ({ lastDoneAt }) => (lastDoneAt === null ? SERVICE.never : formatDate(lastDoneAt)),
  },
  {
    title: SERVICE.odometer,
    width: '130px',
    cell: ({ odo }) => (odo === null ? HEALTH.notReported : formatMeasure(odometerMeasure(odo))),
  },
  ...(mayRecord || maySet
    ? [
        {
          title: SERVICE.actions,
          width: '260px',
          isWhole: true as const,
          cell: ({ vehicleId, registrationId: registration }: ServiceReminder) => (
            <span className={classes['actions']}>
              {mayRecord ? (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={SERVICE.recordOf({ registration })}
                  onClick={() =>
                    health.send({ type: 'health.formOpened', form: { kind: 'record', vehicleId } })
                  }
                >
                  {SERVICE.record}
                </Button>
              ) : null}
              {maySet ? (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="var(--rb-ink)"
                  aria-label={SERVICE.intervalOf({ registration })}
                  onClick={() =>
                    health.send({ type: 'health.formOpened', form: { kind: 'interval', vehicleId } })
                  }
                >
                  {SERVICE.interval}
                </Button>
              ) : null}
            </span>
          ),
        },
      ]
    : []),
]

const recordedText = ({ by, at }: ServiceRecord['recorded']): string =>
  by === ''
    ? SERVICE.recordedBySomebody({ time: formatDateTime(at) })
    : SERVICE.recorded({ by, time: formatDateTime(at) })

const undoneText = ({ by, at }: NonNullable<ServiceRecord['undone']>): string =>
  by === ''
    ? SERVICE.undoneBySomebody({ time: formatDateTime(at) })
    : SERVICE.undone({ by, time: formatDateTime(at) })

const recordColumns = (health: HealthActor, mayRecord: boolean): HealthColumn<ServiceRecord>[] => [
  {
    title: SERVICE.done,
    width: 'minmax(200px, 1.4fr)',
    cell: ({ doneAt, note, undone }) => (
      <span className={classes['two']}>
        <span data-undone={undone === null ? undefined : true}>{formatDate(doneAt)}</span>
        {note === '' ? null : <small translate="no">{note}</small>}
      </span>
    ),
  },
  {
    title: SERVICE.odometer,
    width: '130px',
    cell: ({ odo }) => (odo === null ? HEALTH.notReported : formatMeasure(odometerMeasure(odo))),
  },
  {
    title: SERVICE.by,
    width: 'minmax(220px, 1.4fr)',
    isWhole: true,
    cell: ({ recorded }) => <span translate="no">{recordedText(recorded)}</span>,
  },
  {
    title: SERVICE.actions,
    width: 'minmax(220px, 1.4fr)',
    isWhole: true,
    cell: ({ serviceId, registrationId: registration, doneAt, undone }) =>
      undone !== null ? (
        <span className={classes['muted']}>{undoneText(undone)}</span>
      ) : mayRecord ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={SERVICE.undoOf({ registration, date: formatDate(doneAt) })}
          onClick={() => health.send({ type: 'health.serviceChanged', change: { kind: 'undo', serviceId } })}
        >
          {SERVICE.undo}
        </Button>
      ) : null,
  },
]

/** The lists of services with their counts (HLT-02); pressing one shows it. */
const Lists = ({ health }: { health: HealthActor }) => {
  const { healthStore } = useServices()
  const { serviceCounts } = useSyncExternalStore(healthStore.subscribe, healthStore.getSnapshot)
  const { services } = useSelector(health, selectHealthFilter)
  const countOf = (list: List): number | null => {
    if (serviceCounts === null) return null
    if (list !== 'all') return serviceCounts[list]
    return SERVICE_STATES.reduce((sum, state) => sum + serviceCounts[state], 0)
  }
  return (
    <nav className={classes['lists']} aria-label={SERVICE.lists}>
      <ul>
        {SERVICE_LISTS.map((list) => (
          <li key={list}>
            <button
              type="button"
              aria-pressed={services === list}
              onClick={() => health.send({ type: 'health.filterChosen', change: { services: list } })}
            >
              <b>{countOf(list)}</b> {SERVICE_LIST[list]}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const Form = ({ health }: { health: HealthActor }) => {
  const { healthStore } = useServices()
  const { reminders } = useSyncExternalStore(healthStore.subscribe, healthStore.getSnapshot)
  const form = useSelector(health, selectServiceForm)
  const reminder = reminders.find(({ vehicleId }) => vehicleId === form?.vehicleId)
  if (form === null || reminder === undefined) return null
  return form.kind === 'record' ? (
    <RecordForm health={health} reminder={reminder} />
  ) : (
    <IntervalForm health={health} reminder={reminder} />
  )
}

/** That a service was recorded or an interval set, whose truck may have left the list, and what that has changed. */
const Recorded = ({ health }: { health: HealthActor }) => {
  const { vehicleOptions } = useServices()
  const { healthStore } = useServices()
  const { serviceChanged } = useSyncExternalStore(healthStore.subscribe, healthStore.getSnapshot)
  const recordedId = useSelector(health, selectRecordedId)
  const vehicle = vehicleOptions.list().find(({ vehicleId }) => vehicleId === recordedId)
  if (vehicle === undefined || serviceChanged === null) return null
  const { kind, before, after } = serviceChanged
  const registration = vehicle.registrationId
  const left = after.left.length === 0 ? SERVICE.neverDue : after.left.map(leftText).join(' · ')
  const states = { before: SERVICE_STATE[before], after: SERVICE_STATE[after.state], left }
  return (
    <p className={classes['recorded']} role="status">
      <IconCircleCheck size={18} stroke={1.75} aria-hidden />
      <span>
        {kind === 'record'
          ? SERVICE.isRecorded({ registration, list: SERVICE_LIST.done })
          : SERVICE.isSet({ registration })}{' '}
        {before === after.state ? SERVICE.unchanged(states) : SERVICE.changed(states)}
      </span>
    </p>
  )
}

/** The height of a reminder's card, px: one measure less, and no buttons, take a line less each. */
const reminderCardPx =
  (mayChange: boolean) =>
  ({ left }: ServiceReminder): number =>
    155 + (left.length > 1 ? 17 : 0) + (mayChange ? 31 : 0)

/** The height of a done service's card, px: its note is a line, and who took it back may be two. */
const recordCardPx =
  (mayRecord: boolean) =>
  ({ note, undone }: ServiceRecord): number =>
    147 + (note === '' ? 0 : 18) + (undone !== null ? 42 : mayRecord ? 28 : 0)

/** Service reminders, and the services that were done (HLT-02). */
export const ServiceList = ({ health }: { health: HealthActor }) => {
  const { healthStore } = useServices()
  const { reminders, records } = useSyncExternalStore(healthStore.subscribe, healthStore.getSnapshot)
  const { services } = useSelector(health, selectHealthFilter)
  const isLoading = useSelector(health, selectIsHealthLoading)
  const isChanging = useSelector(health, selectIsChangingService)
  const changeFailure = useSelector(health, selectChangeFailure)
  const form = useSelector(health, selectServiceForm)
  const mayRecord = useSelector(health, selectMayRecord)
  const maySet = useSelector(health, selectMaySetIntervals)
  const shared = { registration: SERVICE.registration, isLoading }
  return (
    <>
      <Lists health={health} />
      <Recorded health={health} />
      {form === null ? <FailureNote failure={changeFailure} away={SERVICE_FORM.failed} isSmall /> : null}
      <div className={classes['content']} aria-busy={isChanging}>
        {services === 'done' ? (
          <HealthTable
            key="done"
            {...shared}
            name={SERVICE_LIST.done}
            cardPx={recordCardPx(mayRecord)}
            columns={recordColumns(health, mayRecord)}
            rows={records}
            keyOf={({ serviceId }) => String(serviceId)}
          />
        ) : (
          <HealthTable
            key={services}
            {...shared}
            name={SERVICE_LIST[services]}
            cardPx={reminderCardPx(mayRecord || maySet)}
            columns={reminderColumns(health, mayRecord, maySet)}
            rows={reminders}
            keyOf={({ vehicleId }) => String(vehicleId)}
          />
        )}
      </div>
      <Form health={health} />
    </>
  )
}
