import { Switch } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import {
  selectConsent,
  selectIsAlerted,
  selectIsNotifying,
  selectIsSounding,
} from '#src/machines/alert-popup/alert-popup.selectors.ts'
import { selectAlertPopup } from '#src/machines/app/app.selectors.ts'
import { ALERT_SIGNALS } from '#src/texts/en/alert-popup.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import classes from './alert-popup.module.css'
import type { AlertPopupActor } from './alert-popup.tsx'

/** The switches of browser notifications and of the sound, both off until chosen; each counts at once. */
export const SignalSwitches = ({ popup }: { popup: AlertPopupActor }) => {
  const consent = useSelector(popup, selectConsent)
  const why = consent === 'denied' || consent === 'unsupported' ? ALERT_SIGNALS[consent] : null
  const whyId = useId()
  return (
    <>
      <Switch
        size="sm"
        label={ALERT_SIGNALS.notify}
        disabled={why !== null}
        {...(why === null ? {} : { 'aria-describedby': whyId })}
        checked={useSelector(popup, selectIsNotifying)}
        onChange={({ currentTarget: { checked } }) =>
          popup.send({ type: 'alertPopup.notifyingChosen', isOn: checked })
        }
      />
      {why === null ? null : (
        <p className={classes['why']} id={whyId}>
          {why}
        </p>
      )}
      <Switch
        size="sm"
        label={ALERT_SIGNALS.sound}
        checked={useSelector(popup, selectIsSounding)}
        onChange={({ currentTarget: { checked } }) =>
          popup.send({ type: 'alertPopup.soundingChosen', isOn: checked })
        }
      />
    </>
  )
}

const Section = ({ popup }: { popup: AlertPopupActor }) =>
  useSelector(popup, selectIsAlerted) ? (
    <section className={classes['section']} aria-labelledby="alert-signals">
      <h2 id="alert-signals">{ALERT_SIGNALS.title}</h2>
      <p>{ALERT_SIGNALS.lead}</p>
      <div className={classes['switches']}>
        <SignalSwitches popup={popup} />
      </div>
    </section>
  ) : null

/** How this browser signals alerts, for users who have them; nothing for others. */
const AlertSignalFields = () => {
  const popup = useAppSelector(selectAlertPopup)
  return popup === undefined ? null : <Section popup={popup} />
}
export default AlertSignalFields
