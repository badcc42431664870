import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { selectDtcPopup } from '#src/machines/app/app.selectors.ts'
import type { dtcPopupMachine } from '#src/machines/health/dtc-popup.machine.ts'
import { selectShownDtcs } from '#src/machines/health/dtc-popup.selectors.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { lazyView } from '../kit/lazy-view.ts'

/** The running machine, to read and send to. */
export type DtcPopupActor = ActorRefFrom<typeof dtcPopupMachine>

const DtcCard = lazyView(() => import('./dtc-card.tsx'))

const WhenOpen = ({ popup }: { popup: DtcPopupActor }) => {
  const found = useSelector(popup, selectShownDtcs)
  return found === null ? null : (
    <ErrorBoundary fallback={null}>
      <DtcCard found={found} popup={popup} />
    </ErrorBoundary>
  )
}

/** The popup after a login that counts the trouble codes that are set (HLT-04, OPEN-45), on every screen. */
export const DtcPopup = () => {
  const popup = useAppSelector(selectDtcPopup)
  return popup === undefined ? null : <WhenOpen popup={popup} />
}
