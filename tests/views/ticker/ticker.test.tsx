import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { afterOf } from '#src/machines/kit/stimuli.ts'
import type { TickerList } from '#src/machines/ticker/ticker.ports.ts'
import { MARKUP_PAYLOADS } from '#tests/kit/builders/markup-payloads.ts'
import { openPage, type Page } from '#tests/kit/views/page.tsx'

let page: Page
afterEach(() => page.close())

const listOf = (texts: readonly string[], overrides: Partial<TickerList> = {}): TickerList => ({
  messages: texts.map((messageContent, i) => ({ messageId: i + 1, messageContent, messageCriticality: 0 })),
  message: null,
  isAcknowledged: true,
  ...overrides,
})

const openTicker = async (list: TickerList, isPhone = false) => {
  page = openPage({ path: '/track-trace', isPhone })
  await page.signIn()
  await page.act(() => page.shell.messages.latest().resolve(list))
}

const bar = () => screen.getByRole('region', { name: 'Messages' })
const dialog = () => screen.findByRole('dialog', { name: 'MESSAGES' })

describe('the ticker on the map', () => {
  test.each([false, true])(
    'TCK-01 shows a message above the map and how many there are; phone: %s',
    async (isPhone) => {
      await openTicker(listOf(['Roads are wet', 'Bridge closed']), isPhone)
      expect(within(bar()).getByRole('button', { name: 'Roads are wet' })).toBeTruthy()
      expect(bar().textContent).toContain('1 of 2')
    },
  )

  test("TCK-01 has no bar without messages, and none on the older interface's map", async () => {
    await openTicker(listOf([], { message: 'No messages' }))
    expect(screen.queryByRole('region', { name: 'Messages' })).toBeNull()
    expect(await screen.findByText('No messages')).toBeTruthy()
    page.close()
    page = openPage({ path: '/my-fleet' })
    await page.signIn()
    expect(page.shell.messages.calls).toHaveLength(0)
  })

  test('TCK-02 a text of 151 characters is a marquee, one of 150 is not', async () => {
    await openTicker(listOf(['x'.repeat(151), 'y'.repeat(150)]))
    expect(screen.getByText('x'.repeat(151)).dataset['marquee']).toBe('true')
    page.close()
    await openTicker(listOf(['y'.repeat(150)]))
    expect(screen.getByText('y'.repeat(150)).dataset['marquee']).toBeUndefined()
  })

  test('TCK-03 a critical message is marked by more than its weight', async () => {
    const { messages, ...rest } = listOf(['Bridge closed'])
    await openTicker({ ...rest, messages: messages.map((each) => ({ ...each, messageCriticality: 1 })) })
    expect(screen.getByText('Bridge closed').dataset['critical']).toBe('true')
    expect(within(bar()).getByRole('button', { name: /^Critical: ?Bridge closed$/ })).toBeTruthy()
  })

  test('TCK-04 a press opens MESSAGES with all of them and OKAY', async () => {
    await openTicker(listOf(['Roads are wet', 'Bridge closed']))
    await page.act(() => fireEvent.click(within(bar()).getByRole('button')))
    const open = await dialog()
    expect(
      within(open)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Roads are wet', 'Bridge closed'])
    await page.act(() => fireEvent.click(within(open).getByRole('button', { name: 'OKAY' })))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('TCK-05 after a login it opens by itself; Escape does not close it, OKAY does', async () => {
    await openTicker(listOf(['Roads are wet'], { isAcknowledged: false }))
    const open = await dialog()
    await page.act(() => fireEvent.keyDown(open, { key: 'Escape' }))
    expect(page.shell.acknowledged.done).toHaveLength(0)
    expect(within(open).queryByRole('button', { name: /close/i })).toBeNull()
    await page.act(() => fireEvent.click(within(open).getByRole('button', { name: 'OKAY' })))
    expect(page.shell.acknowledged.done).toHaveLength(1)
  })

  test('TCK-06 hovering and focusing it are reported to the machine', async () => {
    await openTicker(listOf(['Roads are wet', 'Bridge closed']))
    const context = () => page.actor.getSnapshot().children.ticker?.getSnapshot().context
    await page.act(() => fireEvent.pointerEnter(bar()))
    expect(context()?.isPointed).toBe(true)
    await page.act(() => fireEvent.pointerLeave(bar()))
    await page.act(() => fireEvent.focus(within(bar()).getByRole('button')))
    expect([context()?.isPointed, context()?.isFocused]).toEqual([false, true])
    await page.act(() => fireEvent.blur(within(bar()).getByRole('button')))
    expect(context()?.isFocused).toBe(false)
  })

  test('AC-16 TCK-04 a hundred hostile texts are shown literally', async () => {
    expect(new Set(MARKUP_PAYLOADS).size).toBe(100)
    await openTicker(listOf(MARKUP_PAYLOADS, { isAcknowledged: false }))
    const open = await dialog()
    const items = within(open).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(MARKUP_PAYLOADS)
    for (const item of items) expect(item.querySelectorAll('*').length).toBe(1)
    expect('pwned' in window).toBe(false)
    const ticker = page.actor.getSnapshot().children.ticker
    const turn = afterOf('autoplay', 'ticker.open.carousel.running') as never
    for (const text of MARKUP_PAYLOADS) {
      const shown = document.querySelector('section[aria-label="Messages"] button > :last-child')
      expect(shown?.textContent).toBe(text)
      expect(shown?.querySelectorAll(':scope > svg, :scope > span, :scope > span > span').length).toBe(
        shown?.querySelectorAll('*:not(path)').length,
      )
      await page.act(() => ticker?.send(turn))
    }
    expect('pwned' in window).toBe(false)
  })
})
