import { Tooltip } from '@mantine/core'
import { IconCloudOff, IconLogout, IconMenu2, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from '../kit/icon-button.tsx'
import { Logo } from '../kit/logo.tsx'
import { RouteLink } from '../kit/route-link.tsx'
import { Greeting } from './greeting.tsx'
import classes from './header.module.css'
import { SHELL } from './shell.text.ts'

/** The bar above every private screen (SHL-29). What may not be shown is null or absent. */
export const Header = ({
  productName,
  firstName,
  theme,
  withProfile,
  reconnecting,
  onTheme,
  onLogOut,
  onMenu,
  children,
}: {
  productName: string
  firstName: string
  /** The theme that is on, or null where there is no toggle (SHL-34). */
  theme: 'light' | 'dark' | null
  withProfile: boolean
  /** Whether the session waits for the network. */
  reconnecting: boolean
  onTheme: () => void
  onLogOut: () => void
  /** Opens the drawer; null where the sidebar stands beside the page. */
  onMenu: (() => void) | null
  /** What only some roles and pages have. */
  children: ReactNode
}) => (
  <header className={classes['header']}>
    {onMenu === null ? null : <IconButton icon={IconMenu2} name={SHELL.openMenu} quiet onPress={onMenu} />}
    <Logo name={productName} />
    <span className={classes['space']} />
    {reconnecting ? (
      <span className={classes['reconnecting']} role="status">
        <IconCloudOff size={16} stroke={1.75} aria-hidden /> {SHELL.reconnecting}
      </span>
    ) : null}
    <span className={classes['greeting']}>
      <Greeting firstName={firstName} />
    </span>
    {children}
    <div className={classes['buttons']}>
      {theme === null ? null : (
        <IconButton
          icon={theme === 'light' ? IconMoon : IconSun}
          name={theme === 'light' ? SHELL.darkTheme : SHELL.lightTheme}
          onPress={onTheme}
        />
      )}
      {withProfile ? (
        <Tooltip label={SHELL.profile}>
          <RouteLink to="/profile" className={classes['link']} aria-label={SHELL.profile}>
            <IconUser size={18} stroke={1.75} aria-hidden />
          </RouteLink>
        </Tooltip>
      ) : null}
      <IconButton icon={IconLogout} name={SHELL.logOut} onPress={onLogOut} />
    </div>
  </header>
)
