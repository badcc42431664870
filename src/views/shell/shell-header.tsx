import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import {
  selectFirstName,
  selectProductName,
  selectSession,
  selectTheme,
} from '#src/machines/app/app.selectors.ts'
import type { sessionMachine } from '#src/machines/session/session.machine.ts'
import { selectIsReconnecting } from '#src/machines/session/session.selectors.ts'
import { useApp, useAppSelector, useServices } from '../kit/app-context.tsx'
import { usePhone } from '../kit/use-phone.ts'
import { Header } from './header.tsx'
import { HeaderExtras, useHeaderTools } from './header-extras.tsx'

const useReconnecting = (session: ActorRefFrom<typeof sessionMachine> | undefined): boolean =>
  useSelector(session, (snapshot) => snapshot !== undefined && selectIsReconnecting(snapshot))

/** The header, filled from the root machine. */
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
