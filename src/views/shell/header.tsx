import { Button, Tooltip } from '@mantine/core'
import {
  IconCloudOff,
  IconCreditCard,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSun,
  IconUser,
  IconUserShare,
} from '@tabler/icons-react'
import { TEXTS } from '#contract/texts.ts'
import { IconButton } from '../kit/icon-button.tsx'
import { Logo } from '../kit/logo.tsx'
import { RouteLink } from '../kit/route-link.tsx'
import { usePhone } from '../kit/use-phone.ts'
import classes from './header.module.css'
import { SHELL } from './shell.text.ts'

/** The bar above every private screen (SHL-29). What may not be shown is null or absent. */
export const Header = ({
  productName,
  firstName,
  theme,
  beta,
  withProfile,
  reconnecting,
  payHub,
  onPayHub,
  onSwitchProfile,
  onTheme,
  onBeta,
  onLogOut,
  onMenu,
}: {
  productName: string
  firstName: string
  /** The theme that is on, or null where there is no toggle (SHL-34). */
  theme: 'light' | 'dark' | null
  /** Whether the newer interface is on, or null where there is no switch (SHL-33). */
  beta: boolean | null
  withProfile: boolean
  /** Whether the session waits for the network. */
  reconnecting: boolean
  /** PayHub's button; null where there is none (SHL-36). */
  payHub: 'enabled' | 'disabled' | 'busy' | null
  onPayHub: () => void
  /** SWITCH PROFILE; null for everybody but support (SHL-29). */
  onSwitchProfile: (() => void) | null
  onTheme: () => void
  onBeta: () => void
  onLogOut: () => void
  onMenu: () => void
}) => {
  const phone = usePhone()
  // On a phone the drawer has the logo too; it makes room for the buttons that only some roles have.
  const isCrowded = phone && (payHub !== null || onSwitchProfile !== null)
  return (
    <header className={classes['header']}>
      {phone ? <IconButton icon={IconMenu2} name={SHELL.openMenu} quiet onPress={onMenu} /> : null}
      {isCrowded ? null : <Logo name={productName} />}
      <span className={classes['space']} />
      <span className={classes['greeting']}>
        {TEXTS.welcomeBack} <b>{firstName.toLowerCase()}</b>
      </span>
      {reconnecting ? (
        <span className={classes['reconnecting']} role="status">
          <IconCloudOff size={16} stroke={1.75} aria-hidden /> {SHELL.reconnecting}
        </span>
      ) : null}
      {payHub === null ? null : (
        <Button
          size="xs"
          variant="default"
          disabled={payHub === 'disabled'}
          loading={payHub === 'busy'}
          leftSection={<IconCreditCard size={16} stroke={1.75} aria-hidden />}
          onClick={onPayHub}
        >
          {SHELL.payHub}
        </Button>
      )}
      {onSwitchProfile === null ? null : (
        <Button
          size="xs"
          variant="default"
          aria-label={SHELL.switchProfile}
          leftSection={<IconUserShare size={16} stroke={1.75} aria-hidden />}
          classNames={{ section: classes['switchIcon'] ?? '', label: classes['switchText'] ?? '' }}
          onClick={onSwitchProfile}
        >
          {SHELL.switchProfile}
        </Button>
      )}
      {beta === null ? null : (
        <button type="button" role="switch" className={classes['beta']} aria-checked={beta} onClick={onBeta}>
          {SHELL.beta}
        </button>
      )}
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
}
