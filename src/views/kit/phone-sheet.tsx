import type { ReactNode, Ref } from 'react'
import { useState } from 'react'
import { KIT } from '#src/texts/en/kit.ts'
import classes from './phone-sheet.module.css'

/** A bottom sheet for phones. It can be folded to uncover the map; `peek` stays visible. */
export const PhoneSheet = ({
  name,
  peek,
  openAtFirst = true,
  isHidden = false,
  ref,
  children,
}: {
  /** Names the content in the handle's accessible name. */
  name: string
  peek?: ReactNode
  openAtFirst?: boolean
  /** Hides the sheet without unmounting it, so that lists keep their position and menus their choice. */
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
        aria-label={open ? KIT.foldSheet({ name }) : KIT.openSheet({ name })}
        onClick={() => setOpen(!open)}
      />
      {peek === undefined ? null : <div className={classes['peek']}>{peek}</div>}
      <div className={classes['body']}>{children}</div>
    </div>
  )
}
