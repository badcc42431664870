import type { ReactNode } from 'react'
import { takeFocus } from './hooks.ts'
import classes from './panel.module.css'

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

type RegionProps = {
  /** The accessible name. */
  readonly name: string
  readonly isBusy?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A named region that takes over the focus of the region it replaces. */
export const FocusRegion = ({ name, isBusy, className, children }: RegionProps) => (
  <section ref={takeFocus} tabIndex={-1} className={className} aria-label={name} aria-busy={isBusy}>
    {children}
  </section>
)

/** The left panel of the map screen: a `PanelHead`, tools, and a scrolling area. */
export const Panel = ({ className, ...region }: RegionProps) => (
  <FocusRegion className={join(classes['panel'], className)} {...region} />
)

/** The line at the top of a panel. `padding` as in CSS, because the margins of its first and last part differ. */
export const PanelHead = ({ padding, children }: { padding: string; children: ReactNode }) => (
  <div className={classes['head']} style={{ ['--panel-head' as string]: padding }}>
    {children}
  </div>
)

/** The number of listed things, at the end of the head; screen readers read `spoken` instead. */
export const PanelTotal = ({
  spoken,
  className,
  children,
}: {
  spoken?: string
  className?: string | undefined
  children: ReactNode
}) => (
  <span className={join(classes['total'], className)} role="status" aria-label={spoken}>
    {children}
  </span>
)

/** Replaces a panel's list while it is loading, has failed or is empty. */
export const PanelState = ({ role, children }: { role?: 'alert' | 'status'; children: ReactNode }) => (
  <div className={classes['state']} role={role}>
    {children}
  </div>
)

/** The card of one vehicle, which replaces the panel. */
export const Card = ({ className, ...region }: RegionProps) => (
  <FocusRegion className={join(classes['card'], className)} {...region} />
)

/** The line at the top of a card. */
export const CardHead = ({ children }: { children: ReactNode }) => (
  <div className={classes['cardHead']}>{children}</div>
)

/** The buttons at the bottom of a card, equally wide. */
export const CardActions = ({ children }: { children: ReactNode }) => (
  <div className={classes['cardActions']}>{children}</div>
)
