import { Switch } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { settingOf } from '#contract/records/alert-settings.ts'
import { SCORED_ALERTS, type ScoredAlert } from '#domain/driving-score.ts'
import type { AlertPreferencesActor } from '#src/machines/alerts/alert-form.machine.ts'
import { selectChanges, selectSaved } from '#src/machines/alerts/alert-form.selectors.ts'
import { ALERTS } from '#src/texts/en/events.ts'
import { SCORED_ALERT_HINT, SCORED_ALERTS_TEXT } from '#src/texts/en/scored-by.ts'
import { SETTINGS_TAB } from '#src/texts/en/settings.ts'
import { formatLimit } from '../kit/measures.ts'
import tab from '../kit/tab-content.module.css'
import { AlertForm } from './alert-form.tsx'
import classes from './scored-alerts-tab.module.css'

const hintOf = (alert: ScoredAlert): string => {
  const initial = settingOf(alert).initial ?? 0
  if (alert === 'OVERSPEED') return SCORED_ALERT_HINT.OVERSPEED({ limit: formatLimit(initial) })
  return alert === 'IDLING' ? SCORED_ALERT_HINT.IDLING({ minutes: initial }) : SCORED_ALERT_HINT[alert]
}

const Alert = ({
  form,
  alert,
  mayChoose,
}: {
  form: AlertPreferencesActor
  alert: ScoredAlert
  mayChoose: boolean
}) => {
  const saved = useSelector(form, selectSaved<boolean>)?.[alert] ?? true
  const isScored = useSelector(form, selectChanges<boolean>)[alert] ?? saved
  return (
    <li className={classes['alert']} data-changed={isScored !== saved || undefined}>
      {mayChoose ? (
        <Switch
          label={ALERTS[alert]}
          checked={isScored}
          onChange={({ currentTarget: { checked } }) =>
            form.send({ type: 'alertForm.changed', field: alert, value: checked })
          }
        />
      ) : (
        <p>
          {ALERTS[alert]} <b>{isScored ? SCORED_ALERTS_TEXT.on : SCORED_ALERTS_TEXT.off}</b>
        </p>
      )}
      <small>{hintOf(alert)}</small>
    </li>
  )
}

/** The alerts that the company's driving score counts (OPEN-90, DRV-04), which its admin chooses. */
const ScoredAlertsTab = ({ form, mayChoose }: { form: AlertPreferencesActor; mayChoose: boolean }) => (
  <>
    <h2 className={tab['heading']}>{SETTINGS_TAB.drivingScore}</h2>
    <p className={tab['lead']}>{SCORED_ALERTS_TEXT.lead}</p>
    {mayChoose ? null : <p className={tab['lead']}>{SCORED_ALERTS_TEXT.readOnly}</p>}
    <AlertForm form={form} isReadOnly={!mayChoose}>
      <ul className={tab['rows']} aria-label={SETTINGS_TAB.drivingScore}>
        {SCORED_ALERTS.map((alert) => (
          <Alert key={alert} form={form} alert={alert} mayChoose={mayChoose} />
        ))}
      </ul>
    </AlertForm>
  </>
)

export default ScoredAlertsTab
