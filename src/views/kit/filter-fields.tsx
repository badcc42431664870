import { NativeSelect, Select } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import type { ActorRefFrom, AnyActorRef } from 'xstate'
import { PERIODS, type Period } from '#domain/report-filter.ts'
import { dayText } from '#domain/zone-time.ts'
import { endHours, goesUntilNow, shownEnd, startHours } from '#src/machines/date-range/date-range.logic.ts'
import type { dateRangeMachine } from '#src/machines/date-range/date-range.machine.ts'
import { selectClock, selectRange } from '#src/machines/date-range/date-range.selectors.ts'
import { type PeriodNoticeEvent, selectIsPeriodInvalid } from '#src/machines/date-range/period.logic.ts'
import type { GroupOption } from '#src/machines/fleet-filter/fleet-filter.ports.ts'
import { FILTER, PERIOD_NAME } from '#src/texts/en/filters.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { useServices } from './app-context.tsx'
import { IconButton } from './buttons.tsx'
import classes from './filter-fields.module.css'
import { HourPicker } from './hour-picker.tsx'

/** How many vehicles the choice lists before it is searched. */
const LISTED_VEHICLES = 50

type OwnerProps = {
  /** The id of the vehicle or group; null for all. */
  readonly value: number | null
  readonly onChoose: (id: number | null) => void
}

/** The vehicle whose data a screen filters by (RPT-06). Vehicles are listed once they are loaded. */
export const VehicleField = ({ value, isLoaded, onChoose }: OwnerProps & { readonly isLoaded: boolean }) => {
  const { vehicleOptions } = useServices()
  const data = isLoaded
    ? vehicleOptions
        .list()
        .map(({ vehicleId, registrationId }) => ({ value: String(vehicleId), label: registrationId }))
    : []
  return (
    <Select
      className={classes['owner'] ?? ''}
      aria-label={FILTER.vehicle}
      placeholder={FILTER.allVehicles}
      nothingFoundMessage={FILTER.noMatch}
      data={data}
      limit={LISTED_VEHICLES}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': FILTER.allVehicles }}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChoose(chosen === null ? null : Number(chosen))}
    />
  )
}

/** The group whose vehicles a screen filters by (RPT-06). */
export const GroupField = ({
  value,
  groups,
  onChoose,
}: OwnerProps & { readonly groups: readonly GroupOption[] }) => (
  <NativeSelect
    className={classes['owner'] ?? ''}
    aria-label={FILTER.group}
    value={String(value ?? '')}
    data={[
      { value: '', label: FILTER.allGroups },
      ...groups.map(({ groupId, groupName }) => ({ value: String(groupId), label: groupName })),
    ]}
    onChange={({ currentTarget }) =>
      onChoose(currentTarget.value === '' ? null : Number(currentTarget.value))
    }
  />
)

/** The first and the last hour of a custom range (RPT-19), by the machine of the date pickers. */
const CustomRange = ({ range: actor }: { range: ActorRefFrom<typeof dateRangeMachine> }) => {
  const { serverNow } = useServices()
  const range = useSelector(actor, selectRange)
  const clock = useSelector(actor, selectClock)
  const end = shownEnd(range, clock)
  const today = dayText(clock.now, clock.timeZone)
  return (
    <div className={classes['custom']}>
      <HourPicker
        name={FILTER.from}
        value={range.from}
        maxDay={today}
        hours={startHours(range, clock)}
        onChoose={(at) => actor.send({ type: 'range.startChosen', at, now: serverNow() })}
      />
      <HourPicker
        name={FILTER.to}
        value={end}
        minDay={dayText(range.from, clock.timeZone)}
        maxDay={today}
        hours={endHours(range, clock)}
        untilNow={goesUntilNow(range, clock)}
        onChoose={(at) => actor.send({ type: 'range.endChosen', at, now: serverNow() })}
      />
    </div>
  )
}

/** The dates of a screen (RPT-19): a period until now, yesterday, or a custom range. `onCustom` is told the time, ms UTC. */
export const PeriodFields = ({
  value,
  range,
  onChoose,
  onCustom,
}: {
  readonly value: Period
  readonly range: ActorRefFrom<typeof dateRangeMachine> | undefined
  readonly onChoose: (period: Period) => void
  readonly onCustom: (now: number) => void
}) => {
  const { serverNow } = useServices()
  return (
    <>
      <NativeSelect
        aria-label={FILTER.period}
        value={value}
        data={PERIODS.map((period) => ({ value: period, label: PERIOD_NAME[period] }))}
        onChange={({ currentTarget }) => {
          const period = PERIODS.find((each) => each === currentTarget.value)
          if (period === 'custom') onCustom(serverNow())
          else if (period !== undefined) onChoose(period)
        }}
      />
      {value === 'custom' && range !== undefined ? <CustomRange range={range} /> : null}
    </>
  )
}

/** Says that the period of the link that opened a screen could not be read, and which one is shown instead, until it is closed. */
export const PeriodNotice = ({
  actor,
  period,
}: {
  readonly actor: Pick<AnyActorRef, 'subscribe'> & {
    getSnapshot(): Parameters<typeof selectIsPeriodInvalid>[0]
    send(event: PeriodNoticeEvent): void
  }
  readonly period: string
}) => {
  const notice = useRef<HTMLDivElement>(null)
  const close = () => {
    // The button goes with the notice.
    notice.current?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
    actor.send({ type: 'period.noticeClosed' })
  }
  return useSelector(actor, selectIsPeriodInvalid) ? (
    <div ref={notice} className={classes['notice']} role="status">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <span>{FILTER.invalidPeriod({ period })}</span>
      <IconButton quiet icon={IconX} name={KIT.dismissMessage} onPress={close} />
    </div>
  ) : null
}
