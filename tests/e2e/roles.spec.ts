import { ROLES } from '#contract/roles.ts'
import { COMPANY_PLANS } from '#server/simulator/fleet/demo-companies.ts'
import { landingOf, matchRoute, menuOf, titleOf } from '#src/machines/app/app.logic.ts'
import { ROUTES } from '#src/machines/app/routes.ts'
import { DASHBOARD } from '#src/machines/kit/landing.logic.ts'
import { SHELL } from '#src/texts/en/app.ts'
import { FLEET } from '#src/texts/en/fleet.ts'
import { SUPPORT_VIEW } from '#src/texts/en/support.ts'
import { address, expect, test } from './portal.fixture.ts'
import {
  control,
  demoUser,
  entry,
  expectPage,
  logInAs,
  visitorOf,
  walkMenu,
  walkSidebar,
  watchRefusals,
} from './role-pages.driver.ts'

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  // Many pages, each drawn in software, so small ones.
  viewport: { width: 1024, height: 640 },
})

// Alternates the interfaces, so that staff and customers walk either.
for (const [i, role] of ROLES.entries()) {
  const uiType = i % 2 === 0 ? 'alpha' : 'beta'

  test(`SHL-07 SHL-09 SHL-16 SHL-18 to SHL-29 SHL-51 ${role} (${uiType}) logs in, opens every entry of its menus, is denied elsewhere, and logs out`, async ({
    page,
  }) => {
    await page.addInitScript((stored) => localStorage.setItem('uiType', stored), uiType)
    const refused = watchRefusals(page)
    const user = demoUser((each) => each.role === role)
    const visitor = visitorOf(user, uiType)
    await logInAs(page, user, visitor)

    await entry(page, titleOf('/support')).click()
    await expectPage(page, '/support', visitor)
    await control(page, 'link', SHELL.profile).click()
    await expectPage(page, '/profile', visitor)
    await walkSidebar(page, '/profile', visitor)
    await walkMenu(page, '/profile', visitor)

    const denied = ROUTES.filter(({ path }) => matchRoute(path, visitor).kind === 'denied')
    expect(denied.length, 'addresses that the role may not open').toBeGreaterThan(0)
    for (const { path } of denied.slice(0, 2)) {
      await page.goto(address(path))
      await expectPage(page, path, visitor)
    }
    expect(refused, 'calls that the server refused').toEqual([])

    await control(page, 'button', SHELL.logOut).click()
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
  })
}

for (const [userName, uiType] of [
  ['customeralpha', 'alpha'],
  ['customerbeta', 'beta'],
] as const) {
  test(`SHL-33 SHL-43 to SHL-46 ${userName} has its single interface, whatever is stored, and its themes`, async ({
    page,
  }) => {
    const other = uiType === 'alpha' ? 'beta' : 'alpha'
    await page.addInitScript((stored) => localStorage.setItem('uiType', stored), other)
    const user = demoUser((each) => each.userName === userName)
    const visitor = visitorOf(user, other)
    expect(visitor.uiType).toBe(uiType)
    await logInAs(page, user, visitor)
    for (const { path, label } of menuOf('/track-trace', visitor).slice(0, 3)) {
      await entry(page, label).click()
      await expectPage(page, path, visitor)
    }
  })
}

test('SES-06 SHL-22 SHL-24 SHL-32 SHL-46 CST-09 BETA changes the interface, leads to the dashboard and is still on after a reload', async ({
  page,
}) => {
  const user = demoUser(({ role }) => role === 'MANAGER')
  await logInAs(page, user, visitorOf(user))
  const beta = control(page, 'switch', SHELL.beta)
  expect((await beta.boundingBox())?.width).toBe(110)
  const sidebar = await page.getByRole('navigation', { name: SHELL.menu }).boundingBox()
  expect([sidebar?.x, sidebar?.width], '3.5rem at the left edge').toEqual([0, 56])
  await beta.click()
  await expectPage(page, DASHBOARD, visitorOf(user, 'beta'))
  await page.reload()
  await expectPage(page, DASHBOARD, visitorOf(user, 'beta'))
  await beta.click()
  await expectPage(page, DASHBOARD, visitorOf(user, 'alpha'))
})

test('SHL-24 OPEN-29 BETA leads users without a dashboard to their own first page', async ({ page }) => {
  const user = demoUser(({ role }) => role === 'CONFIG MANAGER')
  await logInAs(page, user, visitorOf(user))
  await control(page, 'switch', SHELL.beta).click()
  await expectPage(page, landingOf(visitorOf(user)), visitorOf(user, 'beta'))
})

test('SES-05 SES-07 SES-11 SHL-42 SHL-45 the chosen theme is stored and applies only to pages with a light theme', async ({
  page,
}) => {
  const user = demoUser(({ userName }) => userName === 'customerbeta')
  await logInAs(page, user, visitorOf(user))
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  await expect.poll(scheme).toBe('light')
  await control(page, 'button', SHELL.darkTheme).click()
  await expect.poll(scheme).toBe('dark')
  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect(stored).toMatchObject({ theme: 'dark', alphaUser: 'false', betaUser: 'true', refreshRate: '60' })
  await page.reload()
  await expect.poll(scheme).toBe('dark')
  await entry(page, 'Alerts').click()
  await expect(page).toHaveTitle(`${titleOf('/alerts')} | Roadbook`)
  await expect.poll(scheme).toBe('dark')
  await control(page, 'button', SHELL.lightTheme).click()
  await expect.poll(scheme).toBe('light')
  await entry(page, 'Fleet Health').click()
  await expect.poll(scheme).toBe('dark')
})

test('OPEN-77 SHL-57 ANALYTICSUSER views one company, then one of its users', async ({ page }) => {
  const refused = watchRefusals(page)
  const user = demoUser(({ role }) => role === 'ANALYTICSUSER')
  const { name, trucks } = COMPANY_PLANS[0] ?? { name: '', trucks: 0 }
  await logInAs(page, user, visitorOf(user))
  const total = page.getByText(/^[1-9]\d* vehicles$/)
  const countOf = (text: string) => Number(text.split(' ')[0])
  const choose = async (select: string, option: string) => {
    await page
      .getByRole('group', { name: SUPPORT_VIEW.title })
      .getByRole('combobox', { name: select })
      .click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await expect(total).toBeVisible()
  const all = await total.innerText()
  await choose(SUPPORT_VIEW.company, name)
  await expect(total).not.toHaveText(all)
  const ofCompany = await total.innerText()
  expect(countOf(ofCompany)).toBeGreaterThanOrEqual(trucks)
  expect(countOf(ofCompany)).toBeLessThan(countOf(all))
  // A CONFIG MANAGER has settings and sees no truck.
  await choose(SUPPORT_VIEW.user, SUPPORT_VIEW.userNamed({ name: 'configmanager', role: 'CONFIG MANAGER' }))
  await expect(page.getByRole('heading', { name: FLEET.none })).toBeVisible()
  await choose(SUPPORT_VIEW.user, SUPPORT_VIEW.userNamed({ name: 'manager', role: 'MANAGER' }))
  await expect(total).toHaveText(ofCompany)
  expect(refused, 'calls that the server refused').toEqual([])
})
