import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import {
  selectPayHub,
  selectPayment,
  selectProductName,
  selectSession,
  selectShowsInterfaceSwitch,
  selectShowsProfileLink,
  selectShowsSwitchProfile,
  selectShowsThemeToggle,
  selectSupport,
  selectTheme,
  selectUiType,
  selectUser,
} from '#src/machines/app/app.selectors.ts'
import type { paymentMachine } from '#src/machines/payment/payment.machine.ts'
import type { sessionMachine } from '#src/machines/session/session.machine.ts'
import { selectIsReconnecting } from '#src/machines/session/session.selectors.ts'
import { useApp, useAppSelector } from '../kit/app-context.tsx'
import { Header } from './header.tsx'

const useReconnecting = (session: ActorRefFrom<typeof sessionMachine> | undefined): boolean =>
  useSelector(session, (snapshot) => snapshot !== undefined && selectIsReconnecting(snapshot))

const useIsAsking = (payment: ActorRefFrom<typeof paymentMachine> | undefined): boolean =>
  useSelector(payment, (snapshot) => snapshot?.hasTag('busy') ?? false)

/** The header, filled from the root machine. */
export const ShellHeader = ({ onMenu }: { onMenu: () => void }) => {
  const app = useApp()
  const user = useAppSelector(selectUser)
  const session = useAppSelector(selectSession)
  const support = useAppSelector(selectSupport)
  const payment = useAppSelector(selectPayment)
  const theme = useAppSelector(selectTheme)
  const uiType = useAppSelector(selectUiType)
  const hasToggle = useAppSelector(selectShowsThemeToggle)
  const hasSwitch = useAppSelector(selectShowsInterfaceSwitch)
  const payHub = useAppSelector(selectPayHub)
  const isAsking = useIsAsking(payment)
  const withSwitchProfile = useAppSelector(selectShowsSwitchProfile)
  return (
    <Header
      productName={useAppSelector(selectProductName)}
      firstName={user?.firstName ?? ''}
      theme={hasToggle ? theme : null}
      beta={hasSwitch ? uiType === 'beta' : null}
      withProfile={useAppSelector(selectShowsProfileLink)}
      reconnecting={useReconnecting(session)}
      payHub={payHub === 'enabled' && isAsking ? 'busy' : payHub}
      onPayHub={() => payment?.send({ type: 'payment.pressed' })}
      onSwitchProfile={withSwitchProfile ? () => support?.send({ type: 'support.switched' }) : null}
      onTheme={() => app.send({ type: 'theme.toggled' })}
      onBeta={() => app.send({ type: 'interface.changed', uiType: uiType === 'beta' ? 'alpha' : 'beta' })}
      onLogOut={() => session?.send({ type: 'session.logOut' })}
      onMenu={onMenu}
    />
  )
}
