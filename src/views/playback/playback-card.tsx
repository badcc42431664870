import { IconArrowLeft, IconLayoutSidebarLeftCollapse } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BusyButton } from '../kit/busy-button.tsx'
import { IconButton } from '../kit/icon-button.tsx'
import { Plate } from '../kit/plate.tsx'
import { takeFocus } from '../kit/take-focus.ts'
import { PLAYBACK } from './playback.text.ts'
import classes from './playback-card.module.css'

/** The card of a playback: whose it is, its dates, GO and Alert, and what is known of the route. */
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
  <section ref={takeFocus} tabIndex={-1} className={classes['card']} aria-label={PLAYBACK.card}>
    <div className={classes['head']}>
      <IconButton icon={IconArrowLeft} name={PLAYBACK.back} onPress={onBack} />
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
  </section>
)

/** A line of the card that says how the route stands. */
export const CardNote = ({ children, alert = false }: { children: ReactNode; alert?: boolean }) => (
  <p className={classes['note']} role={alert ? 'alert' : 'status'}>
    {children}
  </p>
)
