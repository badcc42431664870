import { Tooltip } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { AboutEntry } from '../footer/about-entry.tsx'
import { RouteLink } from '../kit/route-link.tsx'
import { menuIcon } from './menu-icons.ts'
import { SHELL } from './shell.text.ts'
import classes from './sidebar.module.css'

export type MenuItem = { readonly path: string; readonly label: string }

const Item = ({
  item: { path, label },
  current,
  help = false,
  onFollow,
  wide,
}: {
  item: MenuItem
  current: string
  help?: boolean
  onFollow?: (() => void) | undefined
  wide: boolean
}) => {
  const Drawn = help ? IconHelpCircle : menuIcon(path)
  return (
    <Tooltip label={label} position="right" disabled={wide}>
      <RouteLink
        to={path}
        className={classes['item']}
        aria-label={label}
        {...(current === path ? { 'aria-current': 'page' as const } : {})}
        onClick={onFollow}
      >
        <Drawn size={wide ? 20 : 21} stroke={1.6} aria-hidden />
        {wide ? label : null}
      </RouteLink>
    </Tooltip>
  )
}

const HELP: MenuItem = { path: '/support', label: SHELL.help }

/** The menu as a column of icons (SHL-22), or `wide` with words, as the drawer of narrow screens shows it. */
export const Sidebar = ({
  items,
  current,
  wide = false,
  onFollow,
}: {
  items: readonly MenuItem[]
  current: string
  wide?: boolean
  /** Called when a link was pressed. */
  onFollow?: () => void
}) => (
  <nav className={wide ? classes['drawer'] : classes['rail']} aria-label={SHELL.menu}>
    {wide ? null : (
      <span className={classes['home']} aria-hidden="true">
        <svg viewBox="0 0 20 18" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
          <title>Road</title>
          <path d="M6 1 2 17M14 1l4 16M10 1.5v2.5M10 7.5v3M10 14v2.5" />
        </svg>
      </span>
    )}
    <ul className={classes['items']}>
      {items.map((item) => (
        <li key={item.path}>
          <Item item={item} current={current} wide={wide} onFollow={onFollow} />
        </li>
      ))}
    </ul>
    <ul className={`${classes['items']} ${classes['foot']}`}>
      <li>
        <AboutEntry className={classes['item'] ?? ''} wide={wide} />
      </li>
      <li>
        <Item item={HELP} current={current} help wide={wide} onFollow={onFollow} />
      </li>
    </ul>
  </nav>
)
