import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { filtered } from '#tests/kit/builders/list-requests.ts'
import { openPage, type Page, USER, vehicle } from '#tests/kit/views/page.tsx'

let page: Page
afterEach(() => page.close())

const openMapAs = async (role: Role, isPhone = false) => {
  page = openPage({ isPhone })
  await page.signIn({ ...USER, roles: [role] })
  await screen.findByRole('region', { name: 'Fleet' })
  await page.answerList([vehicle(1)])
}
const choose = async (label: string, name: string) => {
  await page.act(() => fireEvent.click(screen.getByLabelText(label, { selector: 'input' })))
  await page.act(() => fireEvent.click(screen.getByRole('option', { name, hidden: true })))
}

test.each([false, true])(
  'OPEN-77 a company, then a user, decides which vehicles the map shows; on a phone: %s',
  async (isPhone) => {
    await openMapAs('ANALYTICSUSER', isPhone)
    const view = await screen.findByRole('group', { name: 'Support view' })
    expect(view.textContent).toContain('Read only')
    await page.act(() =>
      page.supportView.companies.answer([
        { companyId: 4, companyName: 'Varunika Roadlines', timeZone: 'Europe/Berlin' },
      ]),
    )
    await choose('Company', 'Varunika Roadlines')
    expect(page.loadList.latest().input).toEqual(filtered({ companyIds: [4], userIds: [] }))
    await page.act(() =>
      page.supportView.companyUsers.answer([{ userId: 5, userName: 'manager', role: 'MANAGER' }]),
    )
    await choose('User', 'manager (MANAGER)')
    expect(page.loadList.latest().input).toEqual(filtered({ companyIds: [4], userIds: [5] }))
  },
)

test('OPEN-77 names that fail to load are reported and can be retried', async () => {
  await openMapAs('ROOTADMIN')
  const away = Object.assign(new Error(''), { name: 'NetworkFailure' })
  await page.act(() => page.supportView.companies.refuse(away))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The list could not be loaded')
  await page.act(() => fireEvent.click(screen.getByRole('button', { name: 'Retry' })))
  expect(page.supportView.companies.requested()).toHaveLength(2)
})

test('SHL-58 users with the customer view see their own fleet and no choice', async () => {
  for (const role of ['MANAGER', 'SUPERADMIN'] as const) {
    await openMapAs(role)
    expect(screen.queryByRole('group', { name: 'Support view' })).toBeNull()
    expect(page.supportView.companies.requested()).toHaveLength(0)
    page.close()
  }
  await openMapAs('ANALYTICSUSER')
})
