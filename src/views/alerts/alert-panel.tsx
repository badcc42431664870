import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useEffect, useSyncExternalStore } from 'react'
import type { AlertEvidence } from '#contract/records/alerts.ts'
import {
  selectEvidenceFailure,
  selectIsAcknowledging,
  selectMayAcknowledge,
} from '#src/machines/alerts/alert-list.selectors.ts'
import { ALERT_FIX, ALERT_LIST, ALERT_NUMBER, ALERT_PANEL } from '#src/texts/en/alerts.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { useServices } from '../kit/app-context.tsx'
import { BusyButton, RouteLink } from '../kit/buttons.tsx'
import { Address, CardFacts, Fact } from '../kit/facts.tsx'
import { FailedLoad } from '../kit/failure-note.tsx'
import { formatDateTime, formatDurationWords, formatPosition } from '../kit/formats.ts'
import { takeFocus } from '../kit/hooks.ts'
import { MapCanvas } from '../kit/map-canvas.tsx'
import { playbackAround } from '../kit/playback-around.ts'
import { SidePanel } from '../kit/side-panel.tsx'
import { Plate } from '../kit/vehicle.tsx'
import type { AlertListActor } from './alert-filters.tsx'
import classes from './alert-panel.module.css'
import { AlertName } from './alert-table.tsx'
import { figureText, fixText, limitText, ruleNumberText, ruleText } from './alert-texts.ts'

const numberName = (name: string): string => {
  const names: Readonly<Record<string, string>> = ALERT_NUMBER
  return names[name] ?? name
}

/** Where it was: the alert's pin, and the first and the last fix that it rests on. */
const Place = ({ evidence }: { evidence: AlertEvidence }) => {
  const { alertMap } = useServices()
  useEffect(() => alertMap.show(evidence), [alertMap, evidence])
  return (
    <div className={classes['map']}>
      <MapCanvas map={alertMap.map} />
    </div>
  )
}

/** The rule with its numbers in words, and the fixes that the alert rests on. */
const Why = ({ evidence }: { evidence: AlertEvidence }) => {
  const { alert, rule, fixes } = evidence
  const numbers = Object.entries(rule)
  return (
    <section aria-labelledby="alert-why">
      <h3 id="alert-why">{ALERT_PANEL.why}</h3>
      <p className={classes['rule']}>{ruleText(evidence)}</p>
      {numbers.length === 0 ? null : (
        <dl className={classes['numbers']} aria-label={ALERT_PANEL.numbers}>
          {numbers.map(([name, value]) => (
            <div key={name}>
              <dt>{numberName(name)}</dt>
              <dd>{ruleNumberText(alert.type, name, value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <h4>{ALERT_PANEL.fixes}</h4>
      <ol className={classes['fixes']} aria-label={ALERT_PANEL.fixes}>
        {fixes.map(({ shows, time, lng, lat, value }) => (
          <li key={`${shows} ${time}`}>
            <b>{ALERT_FIX[shows]}</b>
            <time dateTime={new Date(time).toISOString()}>{formatDateTime(time)}</time>
            <span>
              {[fixText(alert.type, value), formatPosition(lng, lat)]
                .filter((part) => part !== null)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const Acknowledged = ({ alerts, evidence }: { alerts: AlertListActor; evidence: AlertEvidence }) => {
  const { acknowledgement, alertId } = evidence.alert
  const mayAcknowledge = useSelector(alerts, selectMayAcknowledge)
  const isBusy = useSelector(alerts, selectIsAcknowledging)
  if (acknowledgement !== null) {
    const time = formatDateTime(acknowledgement.at)
    return (
      // It replaces the button that had the focus.
      <p ref={takeFocus} className={classes['seen']} role="status" tabIndex={-1}>
        {acknowledgement.by === ''
          ? ALERT_PANEL.acknowledgedBySomebody({ time })
          : ALERT_PANEL.acknowledged({ by: acknowledgement.by, time })}
      </p>
    )
  }
  return mayAcknowledge && evidence.withdrawn === null ? (
    <BusyButton
      busy={isBusy}
      onClick={() => alerts.send({ type: 'alertList.acknowledged', alertIds: [alertId] })}
    >
      {ALERT_LIST.acknowledge}
    </BusyButton>
  ) : null
}

const endText = ({ ended, alert: { lastSeen } }: AlertEvidence): string => {
  if (ended !== null) return formatDateTime(ended)
  return lastSeen === null ? ALERT_PANEL.goesOn : ALERT_PANEL.lastSeen({ time: formatDateTime(lastSeen) })
}

const Evidence = ({ alerts, evidence }: { alerts: AlertListActor; evidence: AlertEvidence }) => {
  const { serverNow } = useServices()
  const { alert, began, ended, withdrawn } = evidence
  const figure = figureText(alert)
  const limit = limitText(alert)
  return (
    <>
      <p className={classes['name']}>
        <Plate registration={alert.RegistrationNumber} />
        <AlertName type={alert.type} />
      </p>
      {withdrawn === null ? null : (
        <p className={classes['withdrawn']}>{ALERT_PANEL.withdrawn({ time: formatDateTime(withdrawn) })}</p>
      )}
      <CardFacts>
        <Fact wide name={ALERT_PANEL.place} value={<Address place={[alert.lng, alert.lat]} />} />
        <Fact name={ALERT_PANEL.began} value={formatDateTime(began)} />
        <Fact name={ALERT_PANEL.ended} value={endText(evidence)} />
        {figure === null ? null : <Fact name={ALERT_PANEL.figure} value={figure} />}
        {limit === null ? null : <Fact name={ALERT_PANEL.limit} value={limit} />}
        {alert.durationS === null ? null : (
          <Fact name={ALERT_PANEL.duration} value={formatDurationWords(alert.durationS * 1000)} />
        )}
      </CardFacts>
      <Place evidence={evidence} />
      <div className={classes['actions']}>
        <Button
          className={classes['link'] ?? ''}
          component={RouteLink}
          to={playbackAround({ ...alert, began, ended }, serverNow(), true)}
          variant="default"
          leftSection={<IconPlayerPlay size={18} stroke={1.75} aria-hidden />}
        >
          {ALERT_PANEL.playback}
        </Button>
        <Acknowledged alerts={alerts} evidence={evidence} />
      </div>
      <Why evidence={evidence} />
    </>
  )
}

/** Why there is an alert: the rule, its numbers and the fixes, with the way to its playback. */
export const AlertPanel = ({ alerts, alertId }: { alerts: AlertListActor; alertId: number }) => {
  const { alertStore } = useServices()
  const { evidence } = useSyncExternalStore(alertStore.subscribe, alertStore.getSnapshot)
  const failure = useSelector(alerts, selectEvidenceFailure)
  const close = () => alerts.send({ type: 'alertList.alertClosed' })
  const isShown = evidence?.alert.alertId === alertId
  return (
    <SidePanel
      name={ALERT_PANEL.name}
      heading={<h2>{ALERT_PANEL.name}</h2>}
      isBusy={!isShown && failure === null}
      onClose={close}
    >
      {isShown ? (
        <Evidence alerts={alerts} evidence={evidence} />
      ) : failure === null ? (
        <p role="status">{TEXTS.loading}</p>
      ) : (
        <FailedLoad
          failure={failure}
          away={ALERT_PANEL.failed}
          className={classes['failed']}
          onRetry={() => alerts.send({ type: 'alertList.evidenceRetried' })}
        />
      )}
    </SidePanel>
  )
}
