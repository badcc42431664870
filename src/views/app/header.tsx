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
import { shallowEqual, useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import {
  selectFirstName,
  selectHeader,
  selectPayment,
  selectProductName,
  selectSession,
  selectSupport,
  selectTheme,
  selectUiType,
} from '#src/machines/app/app.selectors.ts'
import type { paymentMachine } from '#src/machines/payment/payment.machine.ts'
import type { SessionActor } from '#src/machines/session/session.machine.ts'
import { selectIsReconnecting } from '#src/machines/session/session.selectors.ts'
import { SHELL } from '#src/texts/en/app.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { useApp, useAppSelector, useServices } from '../kit/app-context.tsx'
import { Logo } from '../kit/brand.tsx'
import { BusyButton, IconButton, RouteLink } from '../kit/buttons.tsx'
import { usePhone } from '../kit/hooks.ts'
import classes from './header.module.css'
import { LanguageSelect } from './language-choice.tsx'

/** 'Welcome back,' and the first name in lower case (SHL-30). */
export const Greeting = ({ firstName }: { firstName: string }) => (
  <>
    {TEXTS.welcomeBack} <b translate="no">{firstName.toLowerCase()}</b>
  </>
)

/** The header's tools on this page for this role. */
export const useHeaderTools = () => useSelector(useApp(), selectHeader, shallowEqual)

const useIsPending = (payment: ActorRefFrom<typeof paymentMachine> | undefined): boolean =>
  useSelector(payment, (snapshot) => snapshot?.hasTag('busy') ?? false)

const PayHub = ({ isDisabled }: { isDisabled: boolean }) => {
  const payment = useAppSelector(selectPayment)
  return (
    <BusyButton
      size="xs"
      variant="default"
      disabled={isDisabled}
      busy={useIsPending(payment)}
      leftSection={<IconCreditCard size={16} stroke={1.75} aria-hidden />}
      onClick={() => payment?.send({ type: 'payment.pressed' })}
    >
      {SHELL.payHub}
    </BusyButton>
  )
}

const SwitchProfile = () => {
  const { location } = useServices()
  const support = useAppSelector(selectSupport)
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconUserShare size={16} stroke={1.75} aria-hidden />}
      onClick={() => location.leave(() => support?.send({ type: 'support.switched' }))}
    >
      {SHELL.switchProfile}
    </Button>
  )
}

const Beta = () => {
  const app = useApp()
  const { location } = useServices()
  const isBeta = useAppSelector(selectUiType) === 'beta'
  const change = () => app.send({ type: 'interface.changed', uiType: isBeta ? 'alpha' : 'beta' })
  return (
    <button
      type="button"
      role="switch"
      className={classes['beta']}
      aria-checked={isBeta}
      onClick={() => location.leave(change)}
    >
      {SHELL.beta}
    </button>
  )
}

/** PayHub, SWITCH PROFILE and BETA, where the role and page have them. On phones they are in the drawer. */
export const HeaderExtras = () => {
  const { payHub, hasSwitchProfile, hasInterfaceSwitch } = useHeaderTools()
  return (
    <>
      {payHub === null ? null : <PayHub isDisabled={payHub === 'disabled'} />}
      {hasSwitchProfile ? <SwitchProfile /> : null}
      {hasInterfaceSwitch ? <Beta /> : null}
      <LanguageSelect />
    </>
  )
}

/** The bar above every private screen (SHL-29). */
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
  /** The current theme; null where there is no toggle (SHL-34). */
  theme: 'light' | 'dark' | null
  withProfile: boolean
  /** Whether the session waits for the network. */
  reconnecting: boolean
  onTheme: () => void
  onLogOut: () => void
  /** Opens the drawer; null on wide screens, which show the sidebar. */
  onMenu: (() => void) | null
  /** `HeaderExtras`, on wide screens. */
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

const useReconnecting = (session: SessionActor | undefined): boolean =>
  useSelector(session, (snapshot) => snapshot !== undefined && selectIsReconnecting(snapshot))

/** The header, connected to the root machine. */
export const ShellHeader = ({ onMenu }: { onMenu: () => void }) => {
  const app = useApp()
  const { location } = useServices()
  const session = useAppSelector(selectSession)
  const theme = useAppSelector(selectTheme)
  const { hasThemeToggle, hasProfileLink } = useHeaderTools()
  const phone = usePhone()
  return (
    <Header
      productName={useAppSelector(selectProductName)}
      firstName={useAppSelector(selectFirstName)}
      theme={hasThemeToggle ? theme : null}
      withProfile={hasProfileLink}
      reconnecting={useReconnecting(session)}
      onTheme={() => app.send({ type: 'theme.toggled' })}
      onLogOut={() => location.leave(() => session?.send({ type: 'session.logOut' }))}
      onMenu={phone ? onMenu : null}
    >
      {phone ? null : <HeaderExtras />}
    </Header>
  )
}
