import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { privacyPolicy } from '#src/texts/en/privacy.ts'
import { termsAndConditions } from '#src/texts/en/terms.ts'
import { LoadingOverlay } from '#src/views/kit/brand.tsx'
import { openPage, type Page } from '#tests/kit/views/page.tsx'

let page: Page | null = null
afterEach(() => {
  page?.close()
  page = null
})

const openLogin = async (overrides: Parameters<Page['start']>[0] = {}) => {
  const opened = openPage({ path: '/' })
  page = opened
  await opened.start(overrides)
  await opened.act(() => opened.storedSession.latest().resolve(null))
  return opened
}

const openMember = async (path: string) => {
  const opened = openPage({ path })
  page = opened
  await opened.signIn()
  return opened
}

const parties = { product: 'Roadbook', phone: '', email: '' }

describe('the footer', () => {
  test('FTR-02 FTR-03 FTR-04 on the login page: copyright and support, no help', async () => {
    await openLogin({ supportPhone: '+91 44 1234 5678', supportEmail: 'help@fleet.example' })
    const { href } = screen.getByRole('link', { name: 'Telephone +91 44 1234 5678' }) as HTMLAnchorElement
    expect(href).toBe('tel:+914412345678')
    const mail = screen.getByRole('link', { name: 'E-mail help@fleet.example' }) as HTMLAnchorElement
    expect(mail.href).toBe('mailto:help@fleet.example')
    expect(screen.getByText(`© ${new Date().getFullYear()} Roadbook. All rights reserved.`)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Help' })).toBeNull()
  })

  test('FTR-03 OPEN-24 without a configured contact it says so', async () => {
    await openLogin()
    expect(screen.getByText('Support telephone: not configured')).toBeTruthy()
    expect(screen.getByText('Support e-mail: not configured')).toBeTruthy()
  })

  test('FTR-02 SHL-09 members have the help link, in the footer of content screens', async () => {
    await openMember('/settings')
    const footer = await screen.findByRole('contentinfo').catch(() => document.querySelector('footer'))
    expect(
      within(footer as HTMLElement)
        .getByRole('link', { name: 'Help' })
        .getAttribute('href'),
    ).toBe('/support')
  })

  test('FTR-01 FTR-02 the map has no footer; the menu opens its contents', async () => {
    const opened = await openMember('/track-trace')
    expect(document.querySelector('footer')).toBeNull()
    await opened.act(() => fireEvent.click(screen.getByRole('button', { name: 'About and legal' })))
    const about = await screen.findByRole('dialog')
    expect(within(about).getByRole('button', { name: 'Privacy policy' })).toBeTruthy()
    expect(within(about).getByText(/All rights reserved/)).toBeTruthy()
  })

  test('leads to the third-party notices', async () => {
    await openLogin()
    const link = screen.getByRole('link', { name: 'Third-party notices' })
    expect(link.getAttribute('href')).toBe('/notices.txt')
  })

  test.each([
    ['Privacy policy', 13],
    ['Terms and Conditions', 10],
  ])('FTR-01 %s opens with logo, sections and text', async (name, sections) => {
    const opened = await openLogin()
    await opened.act(() => fireEvent.click(screen.getByRole('button', { name })))
    const dialog = await screen.findByRole('dialog', { name })
    expect(within(dialog).getByText('Roadbook')).toBeTruthy()
    expect(within(within(dialog).getByRole('navigation')).getAllByRole('button')).toHaveLength(sections)
    const headings = within(dialog).getAllByRole('heading', { level: 3 })
    expect(headings.map(({ textContent }) => textContent?.split(' ')[0])).toEqual(
      Array.from({ length: sections }, (_, i) => `${i + 1}.`),
    )
    await opened.act(() => fireEvent.click(within(dialog).getByRole('button', { name: 'Close' })))
    await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
  })
})

describe('the legal texts', () => {
  test('FTR-05 the privacy policy has its 13 sections in order, none empty', () => {
    const { sections } = privacyPolicy(parties)
    expect(sections.map(({ heading }) => heading)).toEqual([
      'Usage and log information',
      'Cookies and tracking',
      'Third-party links',
      'Sign-up and account information',
      'Personal information',
      'Non-personal information',
      'Use of personal information',
      'Text messaging and disclosure',
      'Data retention',
      'Security',
      'Intellectual property',
      'Changes to the policy',
      'Grievance contact',
    ])
    for (const { paragraphs } of sections) expect(paragraphs.join(' ').length).toBeGreaterThan(120)
  })

  const terms = termsAndConditions(parties)
    .sections.flatMap(({ paragraphs }) => paragraphs)
    .join(' ')

  test('FTR-06 the terms state a breach notice of 5 days', () => {
    expect(terms).toMatch(/notice of the breach.*within 5 days of that notice/)
  })

  test('FTR-07 the terms state Indian law and the courts of Chennai', () => {
    expect(terms).toMatch(/governed by Indian law/)
    expect(terms).toMatch(/courts of Chennai have exclusive jurisdiction/)
  })

  test('FTR-05 the grievance contact is the configured one', () => {
    const text = (email: string, phone: string) =>
      privacyPolicy({ ...parties, email, phone })
        .sections.at(-1)
        ?.paragraphs.join(' ')
    expect(text('a@b.example', '')).toContain('by e-mail at a@b.example and answers')
    expect(text('a@b.example', '044')).toContain('by e-mail at a@b.example or by telephone on 044')
    expect(text('', '')).toContain('through the operator of your installation')
  })
})

describe('help', () => {
  test('FTR-08 FTR-03 the help page answers questions, offers the manual once at a time, and names support', async () => {
    const opened = await openMember('/support')
    expect(await screen.findByRole('heading', { name: 'Help', level: 1 })).toBeTruthy()
    const questions = [...document.querySelectorAll('summary')].map(({ textContent }) => textContent)
    for (const word of ['log in', 'find a truck', 'live', 'play back', 'tracks', 'theme'])
      expect(
        questions.some((question) => question?.includes(word)),
        word,
      ).toBe(true)
    await opened.act(() => fireEvent.click(screen.getByRole('button', { name: 'Download user manual' })))
    expect(opened.shell.manual.calls).toHaveLength(1)
    expect(screen.getAllByText('Support telephone: not configured').length).toBe(2)
  })
})

describe('maintenance', () => {
  const NOTICE = 'We are updating our portal. Kindly contact us in case of any inconvenience.'

  test('TCK-12 OPEN-80 the notice also shows above the login, and disappears again', async () => {
    const opened = await openLogin()
    expect(screen.queryByText(NOTICE)).toBeNull()
    await opened.act(() => opened.shell.status.latest().resolve(true))
    expect(screen.getByText(NOTICE).getAttribute('role')).toBe('status')
    expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy()
    await opened.act(() => opened.shell.checks.latest().emit({ type: 'maintenance.checkDue' }))
    await opened.act(() => opened.shell.status.latest().resolve(false))
    expect(screen.queryByText(NOTICE)).toBeNull()
  })

  test('TCK-12 OPEN-80 members continue to work below it', async () => {
    const opened = await openMember('/track-trace')
    await opened.act(() => opened.shell.status.latest().resolve(true))
    expect(screen.getByText(NOTICE)).toBeTruthy()
    expect(await screen.findByRole('region', { name: 'Fleet' })).toBeTruthy()
  })
})

test('SHL-48 the loading overlay covers the page with a truck and says what it waits for', () => {
  const { container, unmount } = render(<LoadingOverlay text="Starting…" />)
  expect(screen.getByRole('status').textContent).toContain('Starting…')
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  unmount()
})
