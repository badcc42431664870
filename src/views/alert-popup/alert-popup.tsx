import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { alertPopupMachine } from '#src/machines/alert-popup/alert-popup.machine.ts'
import { selectIsOpen } from '#src/machines/alert-popup/alert-popup.selectors.ts'
import { selectAlertPopup } from '#src/machines/app/app.selectors.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { lazyView } from '../kit/lazy-view.ts'

/** The running machine, to read and send to. */
export type AlertPopupActor = ActorRefFrom<typeof alertPopupMachine>

const AlertCard = lazyView(() => import('./alert-card.tsx'))

const WhenOpen = ({ popup }: { popup: AlertPopupActor }) =>
  useSelector(popup, selectIsOpen) ? (
    <ErrorBoundary fallback={null}>
      <AlertCard popup={popup} />
    </ErrorBoundary>
  ) : null

/** The popup over new alerts, on every screen of a user who has them (ALR-39). */
export const AlertPopup = () => {
  const popup = useAppSelector(selectAlertPopup)
  return popup === undefined ? null : <WhenOpen popup={popup} />
}
