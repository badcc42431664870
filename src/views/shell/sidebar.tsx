import { Tooltip } from '@mantine/core'
import type { ScreenEntry } from '#src/machines/app/app.logic.ts'
import { AboutEntry } from '../footer/about-entry.tsx'
import { RouteLink } from '../kit/route-link.tsx'
import { menuIcon } from './menu-icons.ts'
import { SHELL } from './shell.text.ts'
import classes from './sidebar.module.css'

const Item = ({
  item: { path, label, screen, isHere },
  onFollow,
  wide,
}: {
  item: ScreenEntry
  onFollow?: (() => void) | undefined
  wide: boolean
}) => {
  const Drawn = menuIcon(screen)
  return (
    <Tooltip label={label} position="right" disabled={wide}>
      <RouteLink
        to={path}
        className={classes['item']}
        aria-label={label}
        {...(isHere ? { 'aria-current': 'page' as const } : {})}
        onClick={onFollow}
      >
        <Drawn size={wide ? 20 : 21} stroke={1.6} aria-hidden />
        {wide ? label : null}
      </RouteLink>
    </Tooltip>
  )
}

/** The menu as a column of icons (SHL-22), or `wide` with words, as the drawer of narrow screens shows it. */
export const Sidebar = ({
  items,
  isHelp,
  wide = false,
  onFollow,
}: {
  items: readonly ScreenEntry[]
  /** Whether the help page is open. */
  isHelp: boolean
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
          <Item item={item} wide={wide} onFollow={onFollow} />
        </li>
      ))}
    </ul>
    <ul className={`${classes['items']} ${classes['foot']}`}>
      <li>
        <AboutEntry className={classes['item'] ?? ''} wide={wide} />
      </li>
      <li>
        <Item
          item={{ path: '/support', label: SHELL.help, screen: 'help', isHere: isHelp }}
          wide={wide}
          onFollow={onFollow}
        />
      </li>
    </ul>
  </nav>
)
