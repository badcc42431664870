import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { type FocusEvent, useEffect, useId, useRef } from 'react'
import type { PopupAlert } from '#src/machines/alert-popup/alert-popup.ports.ts'
import { selectAlerts, selectShowsAll } from '#src/machines/alert-popup/alert-popup.selectors.ts'
import { ALERT_POPUP_TEXT, alertSentence } from '#src/texts/en/alert-popup.ts'
import { AlertIcon } from '../kit/alert-icon.tsx'
import { IconButton } from '../kit/buttons.tsx'
import { Plate } from '../kit/vehicle.tsx'
import classes from './alert-popup.module.css'
import type { AlertPopupActor } from './alert-popup.tsx'
import { SignalSwitches } from './signal-fields.tsx'

/** Stands for the registration in a sentence that is about to be divided there. */
const PLACE = '\u{e000}'

const Sentence = ({ id, alert }: { id: string; alert: PopupAlert }) => {
  const [before = '', after = ''] = alertSentence({ ...alert, registration: PLACE }).split(PLACE)
  return (
    <p className={classes['sentence']} id={id}>
      {before}
      <Plate registration={alert.registration} />
      {after}
    </p>
  )
}

const Alert = ({ alert, popup }: { alert: PopupAlert; popup: AlertPopupActor }) => {
  const id = useId()
  return (
    <li className={classes['alert']}>
      <AlertIcon type={alert.type} />
      <div className={classes['what']}>
        <Sentence id={id} alert={alert} />
        <Button
          size="xs"
          variant="light"
          aria-describedby={id}
          onClick={() =>
            popup.send({
              type: 'alertPopup.followed',
              alert: { alertId: alert.alertId, type: alert.type },
            })
          }
        >
          {ALERT_POPUP_TEXT.goTo}
        </Button>
      </div>
    </li>
  )
}

const isInside = ({ currentTarget, relatedTarget }: FocusEvent) =>
  relatedTarget instanceof Node && currentTarget.contains(relatedTarget)

/**
 * What had the focus before it came into the popup gets it back where the popup closes around it, as long as it is on the page.
 */
const useReturnedFocus = () => {
  const before = useRef<Element | null>(null)
  const hasFocus = useRef(false)
  useEffect(
    () => () => {
      if (hasFocus.current && before.current instanceof HTMLElement)
        before.current.focus({ preventScroll: true })
    },
    [],
  )
  return {
    enter: (from: EventTarget | null) => {
      before.current = from instanceof Element ? from : null
      hasFocus.current = true
    },
    leave: () => {
      hasFocus.current = false
    },
  }
}

/** New alerts: the newest, or all of them, each with its way to the alert list (ALR-40 to ALR-43). */
const AlertCard = ({ popup }: { popup: AlertPopupActor }) => {
  const alerts = useSelector(popup, selectAlerts)
  const showsAll = useSelector(popup, selectShowsAll)
  const focus = useReturnedFocus()
  return (
    <section
      className={classes['card']}
      aria-label={ALERT_POPUP_TEXT.title}
      aria-live="polite"
      onFocus={(event) => {
        if (isInside(event)) return
        focus.enter(event.relatedTarget)
        popup.send({ type: 'alertPopup.focused', at: performance.now() })
      }}
      onBlur={(event) => {
        if (isInside(event)) return
        focus.leave()
        popup.send({ type: 'alertPopup.blurred', at: performance.now() })
      }}
    >
      <div className={classes['head']}>
        <h2>{ALERT_POPUP_TEXT.count({ count: alerts.length })}</h2>
        <IconButton
          icon={IconX}
          name={ALERT_POPUP_TEXT.close}
          quiet
          tooltipAt="left"
          onPress={() => popup.send({ type: 'alertPopup.dismissed' })}
        />
      </div>
      <ul className={classes['alerts']} aria-label={ALERT_POPUP_TEXT.title}>
        {(showsAll ? alerts : alerts.slice(0, 1)).map((alert) => (
          <Alert key={alert.alertId} alert={alert} popup={popup} />
        ))}
      </ul>
      <div className={classes['more']}>
        <Button size="xs" variant="default" onClick={() => popup.send({ type: 'alertPopup.toggled' })}>
          {showsAll ? ALERT_POPUP_TEXT.showOne : ALERT_POPUP_TEXT.showAll}
        </Button>
        {showsAll ? (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => popup.send({ type: 'alertPopup.followed', alert: null })}
          >
            {ALERT_POPUP_TEXT.openList}
          </Button>
        ) : null}
      </div>
      <div className={classes['signals']}>
        <SignalSwitches popup={popup} />
      </div>
    </section>
  )
}
export default AlertCard
