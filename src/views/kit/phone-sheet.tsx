import type { ReactNode, Ref } from 'react'
import { useState } from 'react'
import { KIT } from '#src/texts/en/kit.ts'
import classes from './phone-sheet.module.css'

/** A bottom sheet for narrow screens: `peek` is always seen, the rest can be folded away to free the map. */
export const PhoneSheet = ({
  name,
  peek,
  openAtFirst = true,
  isHidden = false,
  ref,
  children,
}: {
  /** What the sheet holds, for the name of its handle. */
  name: string
  peek?: ReactNode
  openAtFirst?: boolean
  /** Out of sight and reach, with all that it holds kept where it is: a list its place, a menu its choice. */
  isHidden?: boolean
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}) => {
  const [open, setOpen] = useState(openAtFirst)
  return (
    <div
      ref={ref}
      className={open ? classes['sheet'] : `${classes['sheet']} ${classes['folded']}`}
      hidden={isHidden}
    >
      <button
        type="button"
        className={classes['handle']}
        aria-expanded={open}
        aria-label={open ? KIT.foldSheet(name) : KIT.openSheet(name)}
        onClick={() => setOpen(!open)}
      />
      {peek === undefined ? null : <div className={classes['peek']}>{peek}</div>}
      <div className={classes['body']}>{children}</div>
    </div>
  )
}
