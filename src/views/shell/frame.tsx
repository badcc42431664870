import { CloseButton, Drawer } from '@mantine/core'
import { shallowEqual, useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import {
  selectMenu,
  selectPath,
  selectProductName,
  selectSession,
  selectShowsInterfaceSwitch,
  selectShowsThemeToggle,
  selectTheme,
  selectUiType,
  selectUser,
} from '#src/machines/app/app.selectors.ts'
import { useApp, useAppSelector } from '../kit/app-context.tsx'
import { Logo } from '../kit/logo.tsx'
import { usePhone } from '../kit/use-phone.ts'
import classes from './frame.module.css'
import { Header } from './header.tsx'
import { SHELL } from './shell.text.ts'
import { Sidebar } from './sidebar.tsx'

const useMenu = () => {
  const app = useApp()
  return useSelector(
    app,
    selectMenu,
    (a, b) => a.length === b.length && a.every((entry, i) => shallowEqual(entry, b[i])),
  )
}

const ShellHeader = ({ onMenu }: { onMenu: () => void }) => {
  const app = useApp()
  const user = useAppSelector(selectUser)
  const session = useAppSelector(selectSession)
  const theme = useAppSelector(selectTheme)
  const uiType = useAppSelector(selectUiType)
  const path = useAppSelector(selectPath)
  const hasToggle = useAppSelector(selectShowsThemeToggle)
  const hasSwitch = useAppSelector(selectShowsInterfaceSwitch)
  return (
    <Header
      productName={useAppSelector(selectProductName)}
      firstName={user?.firstName ?? ''}
      theme={hasToggle ? theme : null}
      beta={hasSwitch ? uiType === 'beta' : null}
      withProfile={!(user?.roles[0] === 'CSSUPPORT' && path === '/cssupport')}
      onTheme={() => app.send({ type: 'theme.toggled' })}
      onBeta={() => app.send({ type: 'interface.changed', uiType: uiType === 'beta' ? 'alpha' : 'beta' })}
      onLogOut={() => session?.send({ type: 'session.logOut' })}
      onMenu={onMenu}
    />
  )
}

/** What stands round every private screen: sidebar (a drawer on phones) and header. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const phone = usePhone()
  const items = useMenu()
  const path = useAppSelector(selectPath)
  const productName = useAppSelector(selectProductName)
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <div className={classes['frame']}>
      {phone ? (
        <Drawer.Root
          opened={isMenuOpen}
          onClose={() => setMenuOpen(false)}
          size={280}
          classNames={{ content: classes['drawer'] ?? '' }}
        >
          <Drawer.Overlay />
          <Drawer.Content aria-label={SHELL.menu}>
            <div className={classes['drawerHead']}>
              <Logo name={productName} />
              <CloseButton
                variant="transparent"
                aria-label={SHELL.closeMenu}
                onClick={() => setMenuOpen(false)}
              />
            </div>
            <Sidebar items={items} current={path} wide onFollow={() => setMenuOpen(false)} />
          </Drawer.Content>
        </Drawer.Root>
      ) : (
        <div className={classes['rail']}>
          <Sidebar items={items} current={path} />
        </div>
      )}
      <div className={classes['header']}>
        <ShellHeader onMenu={() => setMenuOpen(true)} />
      </div>
      <main className={classes['main']}>{children}</main>
    </div>
  )
}
