import { Button, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconBell, IconBellOff, IconLayoutSidebarLeftCollapse } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import { MAX_RANGE_ALERTS } from '#domain/playback.ts'
import { dayText, startOfHour } from '#domain/zone-time.ts'
import { endHours, goesUntilNow, shownEnd, startHours } from '#src/machines/date-range/date-range.logic.ts'
import type { dateRangeMachine } from '#src/machines/date-range/date-range.machine.ts'
import { selectClock, selectRange } from '#src/machines/date-range/date-range.selectors.ts'
import type { playbackAlertsMachine } from '#src/machines/playback/playback-alerts.machine.ts'
import {
  selectAlertLack,
  selectAreAlertsCut,
  selectHasAlerts,
  selectShowsAlerts,
} from '#src/machines/playback/playback-alerts.selectors.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { PLAYBACK } from '#src/texts/en/playback.ts'
import { useServices } from '../kit/app-context.tsx'
import { BusyButton, IconButton } from '../kit/buttons.tsx'
import { useDerivedFromNow } from '../kit/hooks.ts'
import { HourPicker } from '../kit/hour-picker.tsx'
import { FocusRegion } from '../kit/panel.tsx'
import { Plate } from '../kit/vehicle.tsx'
import classes from './playback-card.module.css'

/** The card of a playback: vehicle, dates, GO, Alert, and the facts of the route. */
export const PlaybackCard = ({
  registration,
  canGo,
  isLoading,
  onBack,
  onGo,
  onHide,
  pickers,
  alertToggle,
  children,
}: {
  registration: string
  canGo: boolean
  isLoading: boolean
  onBack: () => void
  onGo: () => void
  onHide: (() => void) | null
  pickers: ReactNode
  alertToggle: ReactNode
  children: ReactNode
}) => (
  <FocusRegion name={PLAYBACK.card} className={classes['card']}>
    <div className={classes['head']}>
      <IconButton icon={IconArrowLeft} name={KIT.back} onPress={onBack} />
      <Plate registration={registration} />
      <span className={classes['mode']}>{PLAYBACK.card}</span>
      {onHide === null ? null : (
        <IconButton icon={IconLayoutSidebarLeftCollapse} name={PLAYBACK.hidePanel} quiet onPress={onHide} />
      )}
    </div>
    <div className={classes['range']}>
      <div className={classes['pickers']}>{pickers}</div>
      <div className={classes['actions']}>
        <BusyButton disabled={!canGo && !isLoading} busy={isLoading} onClick={onGo}>
          {PLAYBACK.go}
        </BusyButton>
        {alertToggle}
      </div>
    </div>
    {children}
  </FocusRegion>
)

/** A line of the card that tells the state of the route. */
export const CardNote = ({ children, alert = false }: { children: ReactNode; alert?: boolean }) => (
  <p className={classes['note']} role={alert ? 'alert' : 'status'}>
    {children}
  </p>
)

type AlertsActor = ActorRefFrom<typeof playbackAlertsMachine>

/** Shows and hides the route's alerts (PLB-04). Disabled without alerts, and when other dates are chosen than the route's (PLB-17, PLB-18). */
export const AlertToggle = ({
  alerts,
  isOfChosenDates,
  onToggle,
}: {
  alerts: AlertsActor
  isOfChosenDates: boolean
  onToggle: () => void
}) => {
  const hasAlerts = useSelector(alerts, selectHasAlerts)
  const isOn = useSelector(alerts, selectShowsAlerts)
  const lack = useSelector(alerts, selectAlertLack)
  const label =
    lack !== null
      ? PLAYBACK.noAlertsReason[lack]
      : !isOfChosenDates
        ? PLAYBACK.alertsOtherDates
        : isOn
          ? PLAYBACK.hideAlerts
          : PLAYBACK.showAlerts
  const Icon = hasAlerts ? IconBell : IconBellOff
  return (
    <Tooltip label={label}>
      <span>
        <Button
          variant={isOn ? 'filled' : 'default'}
          disabled={!hasAlerts || !isOfChosenDates}
          aria-pressed={isOn}
          aria-description={label}
          leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
          onClick={onToggle}
        >
          {PLAYBACK.alert}
        </Button>
      </span>
    </Tooltip>
  )
}

/** Says that the alerts could not be loaded, with a Retry button, or that only the first ones are shown. */
export const AlertsNote = ({ alerts }: { alerts: AlertsActor }) => {
  const lack = useSelector(alerts, selectAlertLack)
  const isCut = useSelector(alerts, selectAreAlertsCut)
  if (isCut) return <CardNote>{PLAYBACK.alertsCut({ most: MAX_RANGE_ALERTS })}</CardNote>
  return lack === 'failed' ? (
    <CardNote alert>
      {PLAYBACK.noAlertsReason.failed}{' '}
      <Button variant="default" size="compact-sm" onClick={() => alerts.send({ type: 'alerts.retry' })}>
        {KIT.retry}
      </Button>
    </CardNote>
  ) : null
}

/** From and To in whole hours (PLB-01, PLB-21 to 24), with their errors. */
export const RangePickers = ({
  range,
  disabled,
  error,
}: {
  range: ActorRefFrom<typeof dateRangeMachine>
  disabled: boolean
  error: string | null
}) => {
  const { serverNow } = useServices()
  const chosen = useSelector(range, selectRange)
  const { from } = chosen
  const { timeZone } = useSelector(range, selectClock)
  const clock = { now: useDerivedFromNow((now) => startOfHour(now, timeZone)), timeZone }
  const latest = dayText(clock.now, timeZone)
  return (
    <>
      <HourPicker
        name={PLAYBACK.from}
        value={from}
        maxDay={latest}
        hours={startHours(chosen, clock)}
        disabled={disabled}
        onChoose={(at) => range.send({ type: 'range.startChosen', at, now: serverNow() })}
      />
      <HourPicker
        name={PLAYBACK.to}
        value={shownEnd(chosen, clock)}
        untilNow={useDerivedFromNow((now) => goesUntilNow(chosen, { now, timeZone }))}
        minDay={dayText(from, timeZone)}
        maxDay={latest}
        hours={endHours(chosen, clock)}
        disabled={disabled}
        error={error}
        onChoose={(at) => range.send({ type: 'range.endChosen', at, now: serverNow() })}
      />
    </>
  )
}
