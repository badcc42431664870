import type { Page } from '@playwright/test'
import { TEXTS } from '#contract/texts.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { DEMO_USERS, type DemoUser } from '#server/simulator/demo/demo-content.ts'
import {
  headerOf,
  landingOf,
  matchRoute,
  menuOf,
  pageNameOf,
  routeOf,
  sidebarOf,
  themeOf,
  titleOf,
} from '#src/machines/app/app.logic.ts'
import { type UiType, uiTypeOf, type Visitor } from '#src/machines/app/visitor.logic.ts'
import { SCREENS, type Screen } from '#src/machines/kit/screens.ts'
import { ALERT_LIST } from '#src/texts/en/alerts.ts'
import { SHELL } from '#src/texts/en/app.ts'
import { DASHBOARD, LAST_PERIOD } from '#src/texts/en/dashboard.ts'
import { DRIVING } from '#src/texts/en/driving-analysis.ts'
import { FLEET } from '#src/texts/en/fleet.ts'
import { HEALTH } from '#src/texts/en/health.ts'
import { HELP } from '#src/texts/en/help.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { PROFILE } from '#src/texts/en/profile.ts'
import { SETTINGS } from '#src/texts/en/settings.ts'
import { SUPPORT } from '#src/texts/en/support.ts'
import { acknowledge, address, expect, PASSWORD } from './portal.fixture.ts'

/** The heading of each built screen; an unbuilt one shows its name and that it is not built. */
const HEADINGS: Readonly<Partial<Record<Screen, string>>> = {
  alerts: ALERT_LIST.title,
  health: HEALTH.title,
  cssupport: SUPPORT.title,
  driving: DRIVING.title,
  dashboard: DASHBOARD.title.Fleet({ period: LAST_PERIOD.last7Days }),
  help: HELP.title,
  profile: PROFILE.title,
  settings: SETTINGS.title,
  track: FLEET.tab,
}

const headingOf = (path: string, visitor: Visitor): string => {
  const screen = routeOf(path)?.screen
  if (screen === undefined) return TEXTS.componentNotFound
  if (matchRoute(path, visitor).kind === 'denied') return TEXTS.accessDenied
  return SCREENS[screen].isBuilt ? (HEADINGS[screen] ?? '') : SHELL.notBuilt({ page: pageNameOf(path) })
}

/** The controls of the header, in their order (SHL-29). */
const controlsOf = (path: string, visitor: Visitor): string[] => {
  const { hasThemeToggle, hasInterfaceSwitch, hasProfileLink, payHub, hasSwitchProfile } = headerOf(
    path,
    visitor,
  )
  const isDark = themeOf(path, visitor, null) === 'dark'
  return [
    ...(payHub === null ? [] : [payHub === 'disabled' ? `${SHELL.payHub} (disabled)` : SHELL.payHub]),
    ...(hasSwitchProfile ? [SHELL.switchProfile] : []),
    ...(hasInterfaceSwitch ? [visitor.uiType === 'beta' ? `${SHELL.beta} (on)` : SHELL.beta] : []),
    ...(hasThemeToggle ? [isDark ? SHELL.lightTheme : SHELL.darkTheme] : []),
    ...(hasProfileLink ? [SHELL.profile] : []),
    SHELL.logOut,
  ]
}

const marked = ({ label, isHere, isSoon = false }: { label: string; isHere: boolean; isSoon?: boolean }) =>
  `${label}${isSoon ? ` (${KIT.soon})` : ''}${isHere ? ' (here)' : ''}`

/** What the table of routes promises at a path; the page is read into the same form. */
const promised = (path: string, visitor: Visitor) => ({
  path,
  title: [titleOf(path), 'Roadbook'].filter(Boolean).join(' | '),
  heading: headingOf(path, visitor),
  theme: themeOf(path, visitor, null),
  greeting: `Welcome back, ${visitor.user?.firstName.toLowerCase()}`,
  controls: controlsOf(path, visitor),
  menu: [
    ...menuOf(path, visitor).map(marked),
    ...(matchRoute('/lab', visitor).kind === 'screen' ? ['Lab'] : []),
    marked({ label: titleOf('/support'), isHere: routeOf(path)?.screen === 'help' }),
  ],
  sidebar:
    matchRoute(path, visitor).kind === 'screen' ? (sidebarOf(path, visitor)?.entries ?? []).map(marked) : [],
  alerts: [] as string[],
})

const readPage = (page: Page) =>
  page.evaluate(
    ([menuName = '', ...sidebarNames]) => {
      const header = document.querySelector('header')
      const textOf = (element: Element | null | undefined) => element?.textContent?.trim() ?? ''
      const nameOf = (element: Element) => element.getAttribute('aria-label') ?? textOf(element)
      const linksOf = (name: string) =>
        [...document.querySelectorAll(`nav[aria-label="${name}"] a`)].map((link) => {
          const shown = [...link.childNodes].filter(
            (part) => !(part instanceof Element && part.ariaHidden === 'true'),
          )
          const linkName = link.ariaLabel ?? shown.map((part) => part.textContent).join('')
          const description = link.ariaDescription === null ? '' : ` (${link.ariaDescription})`
          return `${linkName}${description}${link.ariaCurrent === 'page' ? ' (here)' : ''}`
        })
      return {
        path: location.pathname,
        title: document.title,
        heading: textOf(document.querySelector('main h1')),
        theme: document.documentElement.dataset['mantineColorScheme'],
        greeting: [...(header?.querySelectorAll('span') ?? [])]
          .map(textOf)
          .find((text) => text.startsWith('Welcome back,')),
        controls: [...(header?.querySelectorAll('button, a') ?? [])].map((control) => {
          if (control.matches(':disabled')) return `${nameOf(control)} (disabled)`
          return control.getAttribute('aria-checked') === 'true' ? `${nameOf(control)} (on)` : nameOf(control)
        }),
        menu: linksOf(menuName),
        sidebar: sidebarNames.flatMap(linksOf),
        alerts: [...document.querySelectorAll('[role="alert"]')].map(textOf),
      }
    },
    [SHELL.menu, ...Object.values(SHELL.sidebars)],
  )

/** Waits until the page is what the table promises at a path: address, title, heading, theme, header, menus; and no error. */
export const expectPage = (page: Page, path: string, visitor: Visitor) =>
  expect
    .poll(() => readPage(page), { message: `the page at ${path}`, intervals: [10, 20, 50, 100] })
    .toEqual(promised(path, visitor))

/** A demo user as the guards see it, with the stored interface. */
export const visitorOf = (
  { role, firstName, alpha, beta }: DemoUser,
  stored: UiType | null = null,
): Visitor => {
  const user = {
    id: 0,
    roles: [role],
    firstName,
    alphaAccess: alpha,
    betaAccess: beta,
    timeZone: DEFAULT_TIME_ZONE,
  }
  return { user, actingRole: null, uiType: uiTypeOf(user, stored), supportViewUserId: '', isLabOpen: false }
}

/** The first demo user that matches. Throws if there is none. */
export const demoUser = (holds: (user: DemoUser) => boolean): DemoUser => {
  const user = DEMO_USERS.find(holds)
  if (user === undefined) throw new Error('The demo has no such user.')
  return user
}

/** An entry of the main menu. */
export const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: SHELL.menu }).getByRole('link', { name, exact: true })

/** The header control with a name. */
export const control = (page: Page, role: 'button' | 'link' | 'switch', name: string) =>
  page.getByRole('banner').getByRole(role, { name })

/** Logs in through the form and waits for the page where the role lands; messages of the map are acknowledged. */
export const logInAs = async (page: Page, { userName }: DemoUser, visitor: Visitor) => {
  await page.goto(address('/'))
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  const landing = landingOf(visitor)
  if (landing === '/track-trace') await acknowledge(page)
  await expectPage(page, landing, visitor)
}

/** Follows every entry of the sidebar inside the open screen. */
export const walkSidebar = async (page: Page, path: string, visitor: Visitor) => {
  const sidebar = sidebarOf(path, visitor)
  if (sidebar === null) return
  const nav = page.getByRole('navigation', { name: SHELL.sidebars[sidebar.name] })
  for (const { path: to, label } of sidebar.entries) {
    await nav.getByRole('link', { name: label, exact: true }).click()
    await expectPage(page, to, visitor)
  }
}

/** Follows every entry of the menu on a page, and every entry of the sidebars they lead to. */
export const walkMenu = async (page: Page, path: string, visitor: Visitor) => {
  const hasSeenMessages = landingOf(visitor) === '/track-trace'
  for (const { path: to, label } of menuOf(path, visitor)) {
    await entry(page, label).click()
    if (to === '/track-trace' && !hasSeenMessages) await acknowledge(page)
    await expectPage(page, to, visitor)
    await walkSidebar(page, to, visitor)
  }
}

/** The refusals of the server from now on: none while a user only browses. */
export const watchRefusals = (page: Page): string[] => {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  return refused
}
