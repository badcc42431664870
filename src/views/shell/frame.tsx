import { CloseButton, Drawer } from '@mantine/core'
import { shallowEqual, useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import {
  selectFirstName,
  selectMenu,
  selectProductName,
  selectScreen,
} from '#src/machines/app/app.selectors.ts'
import { useApp, useAppSelector } from '../kit/app-context.tsx'
import { Logo } from '../kit/logo.tsx'
import { usePhone } from '../kit/use-phone.ts'
import { ActingBanner } from './acting-banner.tsx'
import classes from './frame.module.css'
import { Greeting } from './greeting.tsx'
import { HeaderExtras } from './header-extras.tsx'
import { SHELL } from './shell.text.ts'
import { ShellHeader } from './shell-header.tsx'
import { Sidebar } from './sidebar.tsx'

const useMenu = () => {
  const app = useApp()
  return useSelector(
    app,
    selectMenu,
    (a, b) => a.length === b.length && a.every((entry, i) => shallowEqual(entry, b[i])),
  )
}

/** What stands round every private screen: sidebar (a drawer on phones) and header. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const phone = usePhone()
  const items = useMenu()
  const isHelp = useAppSelector(selectScreen) === 'help'
  const firstName = useAppSelector(selectFirstName)
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
            <p className={classes['drawerGreeting']}>
              <Greeting firstName={firstName} />
            </p>
            <Sidebar items={items} isHelp={isHelp} wide onFollow={() => setMenuOpen(false)} />
            <div className={classes['drawerTools']}>
              <HeaderExtras />
            </div>
          </Drawer.Content>
        </Drawer.Root>
      ) : (
        <div className={classes['rail']}>
          <Sidebar items={items} isHelp={isHelp} />
        </div>
      )}
      <div className={classes['header']}>
        <ShellHeader onMenu={() => setMenuOpen(true)} />
        <ActingBanner />
      </div>
      <main className={classes['main']}>{children}</main>
    </div>
  )
}
