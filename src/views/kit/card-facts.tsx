import type { ReactNode } from 'react'
import classes from './card-facts.module.css'
import { NOTHING } from './formats.ts'

/** The facts of a card, two in a row. */
export const CardFacts = ({ children }: { children: ReactNode }) => (
  <dl className={classes['facts']}>{children}</dl>
)

/** One of them; a dash where it is not known. */
export const Fact = ({
  name,
  value,
  unit = '',
  wide = false,
}: {
  name: ReactNode
  value: ReactNode
  unit?: string
  /** Takes a row of its own. */
  wide?: boolean
}) => (
  <div className={wide ? classes['wide'] : undefined}>
    <dt>{name}</dt>
    <dd>
      {value === null || value === NOTHING ? NOTHING : value}
      {value === null || value === NOTHING || unit === '' ? null : ` ${unit}`}
    </dd>
  </div>
)
