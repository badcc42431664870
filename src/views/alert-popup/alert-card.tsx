import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { type FocusEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { ALERT_SEVERITY } from '#domain/alerts.ts'
import type { PopupAlert } from '#src/machines/alert-popup/alert-popup.ports.ts'
import { selectAlerts, selectShowsAll } from '#src/machines/alert-popup/alert-popup.selectors.ts'
import { ALERT_POPUP_TEXT, alertSentence } from '#src/texts/en/alert-popup.ts'
import { AlertIcon } from '../kit/alert-icon.tsx'
import { IconButton } from '../kit/buttons.tsx'
import { useDockHeight } from '../kit/dock-height.ts'
import { useHasSidePanel } from '../kit/open-side-panels.ts'
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

const GoTo = ({
  alert: { alertId, type },
  popup,
  describedBy,
}: {
  alert: PopupAlert
  popup: AlertPopupActor
  describedBy: string
}) => (
  <Button
    size="xs"
    variant="light"
    aria-describedby={describedBy}
    onClick={() => popup.send({ type: 'alertPopup.followed', alert: { alertId, type } })}
  >
    {ALERT_POPUP_TEXT.goTo}
  </Button>
)

const Alert = ({
  alert,
  sentenceId,
  children,
}: {
  alert: PopupAlert
  sentenceId: string
  children?: ReactNode
}) => (
  <li className={classes['alert']}>
    <span className={classes['icon']} data-severity={ALERT_SEVERITY[alert.type]}>
      <AlertIcon type={alert.type} size={20} />
    </span>
    <div className={classes['what']}>
      <Sentence id={sentenceId} alert={alert} />
      {children}
    </div>
  </li>
)

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
  const id = useId()
  const dockHeight = useDockHeight()
  const [newest] = alerts
  return (
    <section
      className={classes['card']}
      data-beside-panel={useHasSidePanel() || undefined}
      data-above-dock={dockHeight !== null || undefined}
      style={{ ['--dock' as string]: `${dockHeight ?? 0}px` }}
      aria-label={ALERT_POPUP_TEXT.title}
      aria-live="polite"
      onFocus={(event) => {
        if (!isInside(event)) focus.enter(event.relatedTarget)
      }}
      // Also that of the Tab key by which the focus came; a press with the mouse holds nothing.
      onKeyUp={() => popup.send({ type: 'alertPopup.focused', at: performance.now() })}
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
          <Alert key={alert.alertId} alert={alert} sentenceId={`${id}${alert.alertId}`}>
            {showsAll ? <GoTo alert={alert} popup={popup} describedBy={`${id}${alert.alertId}`} /> : null}
          </Alert>
        ))}
      </ul>
      <div className={classes['more']} data-all={showsAll || undefined}>
        {showsAll || newest === undefined ? null : (
          <GoTo key="goTo" alert={newest} popup={popup} describedBy={`${id}${newest.alertId}`} />
        )}
        {/* Stays where it is, with the focus, while the rest changes. */}
        <Button
          key="toggle"
          size="xs"
          variant="default"
          onClick={() => popup.send({ type: 'alertPopup.toggled' })}
        >
          {showsAll ? ALERT_POPUP_TEXT.showOne : ALERT_POPUP_TEXT.showAll}
        </Button>
        {showsAll ? (
          <Button
            key="list"
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
