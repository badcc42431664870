import { Button, Tooltip } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { alertPlotMachine } from '#src/machines/alert-plot/alert-plot.machine.ts'
import {
  selectAlertLack,
  selectAreAlertsCut,
  selectHasAlerts,
  selectShowsAlerts,
} from '#src/machines/alert-plot/alert-plot.selectors.ts'
import { PLAYBACK } from './playback.text.ts'
import { CardNote } from './playback-card.tsx'

type AlertsActor = ActorRefFrom<typeof alertPlotMachine>

/** Shows and hides the route's alerts (PLB-04); out of use without alerts or with other dates chosen (PLB-17, PLB-18). */
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
  const word =
    lack !== null
      ? PLAYBACK.alertLack[lack]
      : !isOfChosenDates
        ? PLAYBACK.alertsOtherDates
        : isOn
          ? PLAYBACK.hideAlerts
          : PLAYBACK.showAlerts
  const Drawn = hasAlerts ? IconBell : IconBellOff
  return (
    <Tooltip label={word}>
      <span>
        <Button
          variant={isOn ? 'filled' : 'default'}
          disabled={!hasAlerts || !isOfChosenDates}
          aria-pressed={isOn}
          aria-description={word}
          leftSection={<Drawn size={18} stroke={1.75} aria-hidden />}
          onClick={onToggle}
        >
          {PLAYBACK.alert}
        </Button>
      </span>
    </Tooltip>
  )
}

/** Says that the alerts did not come, and asks for them again; or that those shown are not all. */
export const AlertsNote = ({ alerts }: { alerts: AlertsActor }) => {
  const lack = useSelector(alerts, selectAlertLack)
  const isCut = useSelector(alerts, selectAreAlertsCut)
  if (isCut) return <CardNote>{PLAYBACK.alertsCut}</CardNote>
  return lack === 'failed' ? (
    <CardNote alert>
      {PLAYBACK.alertLack.failed}{' '}
      <Button variant="default" size="compact-sm" onClick={() => alerts.send({ type: 'alerts.retry' })}>
        {PLAYBACK.retryAlerts}
      </Button>
    </CardNote>
  ) : null
}
