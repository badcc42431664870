import type { ReactNode } from 'react'
import classes from './coin.module.css'

export type CoinKind = 'event' | 'stop' | 'alert'

/** The sign of a moment: round an event, square a stop, dark an alert. Always stands beside its words. */
export const Coin = ({ kind, children }: { kind: CoinKind; children: ReactNode }) => (
  <span className={classes['coin']} data-kind={kind} aria-hidden="true">
    {children}
  </span>
)
