import { CloseButton, Drawer } from '@mantine/core'
import { shallowEqual, useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import type { ActingFor } from '#contract/calls/users.ts'
import { MINUTE_MS } from '#domain/units.ts'
import {
  selectFirstName,
  selectIsLabOpen,
  selectMenu,
  selectProductName,
  selectScreen,
  selectSidebarEntries,
  selectSidebarName,
  selectSupport,
} from '#src/machines/app/app.selectors.ts'
import { selectActing } from '#src/machines/support/support.selectors.ts'
import { SHELL } from '#src/texts/en/app.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { pageText } from '#src/texts/en/routes.ts'
import { useApp, useAppSelector } from '../kit/app-context.tsx'
import { Logo } from '../kit/brand.tsx'
import { RouteLink } from '../kit/buttons.tsx'
import { bringIntoView, useNow, usePhone } from '../kit/hooks.ts'
import { Soon } from '../kit/soon.tsx'
import classes from './frame.module.css'
import { Greeting, HeaderExtras, ShellHeader } from './header.tsx'
import { Sidebar } from './sidebar.tsx'

const Banner = ({ acting: { firstName, userName, role, companyName, endsAt } }: { acting: ActingFor }) => {
  const now = useNow()
  return (
    <p className={classes['banner']} role="status">
      <b>{SHELL.actingFor({ name: firstName || userName, role })}</b>
      <span translate="no">{companyName}</span>
      <span>{SHELL.minutesLeft({ minutes: Math.max(0, Math.round((endsAt - now) / MINUTE_MS)) })}</span>
    </p>
  )
}

/** Names the user that support is acting for (AC-14). */
export const ActingBanner = () => {
  const acting = useSelector(useAppSelector(selectSupport), (snapshot) =>
    snapshot === undefined ? null : selectActing(snapshot),
  )
  return acting === null ? null : <Banner acting={acting} />
}

const useEntries = () =>
  useSelector(
    useApp(),
    selectSidebarEntries,
    (a, b) => a.length === b.length && a.every((entry, i) => shallowEqual(entry, b[i])),
  )

/** Adds the sidebar to the profile and report screens (SHL-25 to SHL-27); other screens stay as they are. */
export const SideFrame = ({ children }: { children: ReactNode }) => {
  const name = useAppSelector(selectSidebarName)
  const entries = useEntries()
  if (name === null) return children
  return (
    <div className={classes['sideFrame']}>
      <nav className={classes['nav']} aria-label={SHELL.sidebars[name]}>
        <ul>
          {entries.map(({ path, label, isHere, isSoon }) => (
            <li key={path}>
              <RouteLink
                to={path}
                aria-description={isSoon ? KIT.soon : undefined}
                {...(isHere ? { 'aria-current': 'page' as const, ref: bringIntoView } : {})}
              >
                {pageText(label)}
                {isSoon ? <Soon /> : null}
              </RouteLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes['content']}>{children}</div>
    </div>
  )
}

const useMenu = () => {
  const app = useApp()
  return useSelector(
    app,
    selectMenu,
    (a, b) => a.length === b.length && a.every((entry, i) => shallowEqual(entry, b[i])),
  )
}

/** The frame of every private screen: sidebar (a drawer on phones) and header. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const phone = usePhone()
  const items = useMenu()
  const foot = { hasLab: useAppSelector(selectIsLabOpen), current: useAppSelector(selectScreen) }
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
            <Sidebar items={items} {...foot} wide onFollow={() => setMenuOpen(false)} />
            <div className={classes['drawerTools']}>
              <HeaderExtras />
            </div>
          </Drawer.Content>
        </Drawer.Root>
      ) : (
        <div className={classes['rail']}>
          <Sidebar items={items} {...foot} />
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
