import type { ReactNode } from 'react'
import { takeFocus } from './hooks.ts'
import classes from './panel.module.css'

/** Class names in one attribute; those that are missing are left out. */
const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

type RegionProps = {
  /** The accessible name. */
  readonly name: string
  readonly isBusy?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A named region that takes the focus over from the region it replaces. */
export const FocusRegion = ({ name, isBusy, className, children }: RegionProps) => (
  <section ref={takeFocus} tabIndex={-1} className={className} aria-label={name} aria-busy={isBusy}>
    {children}
  </section>
)

/** The left panel of the map screen, as high as its place: a `PanelHead`, tools, and what scrolls. */
export const Panel = ({ className, ...region }: RegionProps) => (
  <FocusRegion className={join(classes['panel'], className)} {...region} />
)

/** The line at the top of a panel. `padding` as in CSS: the parts at its ends differ in their own margins. */
export const PanelHead = ({ padding, children }: { padding: string; children: ReactNode }) => (
  <div className={classes['head']} style={{ ['--panel-head' as string]: padding }}>
    {children}
  </div>
)

/** How many there are, at the end of the head; `spoken` replaces it for screen readers. */
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

/** Fills the panel in place of a list: loading, failed, or nothing found. */
export const PanelState = ({ role, children }: { role?: 'alert' | 'status'; children: ReactNode }) => (
  <div className={classes['state']} role={role}>
    {children}
  </div>
)

/** The card of one vehicle, in place of the panel. */
export const Card = ({ className, ...region }: RegionProps) => (
  <FocusRegion className={join(classes['card'], className)} {...region} />
)

/** The line at the top of a card. */
export const CardHead = ({ children }: { children: ReactNode }) => (
  <div className={classes['cardHead']}>{children}</div>
)

/** The buttons at the foot of a card, equally wide. */
export const CardActions = ({ children }: { children: ReactNode }) => (
  <div className={classes['cardActions']}>{children}</div>
)
