import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { RowButton, type TableSort, VirtualTable } from '#src/views/kit/virtual-table.tsx'
import { stubBrowserApis } from '#tests/kit/views/browser-stubs.ts'

type Row = { readonly id: number }

const ROW_PX = 50
const rowsUpTo = (last: number, first = 1): Row[] =>
  Array.from({ length: last - first + 1 }, (_, at) => ({ id: first + at }))

const onSort = vi.fn()
const onOpen = vi.fn()

type Options = { sort?: TableSort; keepsPlace?: boolean; isLoading?: boolean }

const tableOf = (
  rows: readonly Row[],
  { sort = null, keepsPlace = false, isLoading = false }: Options = {},
) => (
  <MantineProvider>
    <VirtualTable
      name="Trucks"
      columns={[
        {
          name: 'check',
          kind: 'check',
          title: null,
          width: '44px',
          cell: ({ id }) => <i>{`check ${id}`}</i>,
        },
        {
          name: 'truck',
          title: 'Truck',
          width: 120,
          sortName: 'Sort by truck',
          cell: ({ id }) => (
            <RowButton name={`Open ${id}`} onOpen={() => onOpen(id)}>
              {`Truck ${id}`}
            </RowButton>
          ),
        },
        { name: 'place', title: 'Place', width: '1fr', cell: () => 'Depot' },
        { name: 'speed', title: 'Speed', width: '80px', sortName: 'Sort by speed', cell: () => '40' },
      ]}
      rows={rows}
      keyOf={({ id }) => id}
      rowPx={ROW_PX}
      headPx={40}
      rowProps={({ id }) => ({ 'aria-current': id === 2 })}
      cardPx={100}
      card={({ id }) => <RowButton name={`Open ${id}`} onOpen={() => onOpen(id)}>{`Card ${id}`}</RowButton>}
      isLoading={isLoading}
      keepsPlace={keepsPlace}
      sort={sort}
      onSort={onSort}
    />
  </MantineProvider>
)

const show = (rows: readonly Row[], options: Options & { isPhone?: boolean } = {}) => {
  stubBrowserApis(options)
  const { rerender } = render(tableOf(rows, options))
  return { list: (others: readonly Row[]) => rerender(tableOf(others, options)) }
}

const area = () => screen.getByRole('region', { name: 'Trucks' })
const scrollTo = (px: number) => {
  area().scrollTop = px
  fireEvent.scroll(area())
}
const shownRows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

describe('a table', () => {
  test('headings say how rows are sorted, and only those that sort are buttons', () => {
    const orders = () =>
      screen
        .getAllByRole('columnheader')
        .map((heading) => [
          heading.getAttribute('data-column'),
          heading.getAttribute('aria-sort'),
          within(heading).queryByRole('button')?.getAttribute('aria-label') ?? null,
        ])
    show(rowsUpTo(3), { sort: { column: 'speed', isDescending: true } })
    expect(orders()).toEqual([
      ['truck', 'none', 'Sort by truck'],
      ['place', null, null],
      ['speed', 'descending', 'Sort by speed'],
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Sort by truck' }))
    expect(onSort).toHaveBeenCalledExactlyOnceWith('truck')
    cleanup()
    show(rowsUpTo(3), { sort: { column: 'truck', isDescending: false } })
    expect(orders()[0]).toEqual(['truck', 'ascending', 'Sort by truck'])
  })

  test('as it is scrolled, rows come into the page at their place among all', () => {
    show(rowsUpTo(5000))
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001')
    expect(shownRows()[0]?.getAttribute('aria-rowindex')).toBe('2')
    scrollTo(1000 * ROW_PX)
    const row = screen.getByRole('button', { name: 'Open 1001' }).closest('tr')
    expect(row?.getAttribute('aria-rowindex')).toBe('1002')
    expect(row?.style.transform).toBe(`translateY(${1000 * ROW_PX}px)`)
    expect(screen.queryByRole('button', { name: 'Open 1' })).toBeNull()
    expect(shownRows().length).toBeLessThan(40)
  })

  test('the keyboard reaches the area that scrolls, then the headings, then what opens each row', () => {
    show(rowsUpTo(2))
    const stops = [area(), ...area().querySelectorAll<HTMLElement>('button, [tabindex]')].filter(
      ({ tabIndex }) => tabIndex === 0,
    )
    expect(stops.map((stop) => stop.getAttribute('aria-label'))).toEqual([
      ...['Trucks', 'Sort by truck', 'Sort by speed', 'Open 1', 'Open 2'],
    ])
    const opener = screen.getByRole('button', { name: 'Open 2' })
    opener.focus()
    expect(document.activeElement).toBe(opener)
    fireEvent.click(opener)
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(2)
  })

  test('a row keeps its element, and so the focus, when others are listed above it', () => {
    const { list } = show(rowsUpTo(3, 2))
    const opener = screen.getByRole('button', { name: 'Open 3' })
    opener.focus()
    list(rowsUpTo(3))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open 3' }))
    expect(opener.closest('tr')?.getAttribute('aria-rowindex')).toBe('4')
  })

  test('the row of what is open is the current one', () => {
    show(rowsUpTo(3))
    expect(shownRows().map((row) => row.getAttribute('aria-current'))).toEqual(['false', 'true', 'false'])
  })
})

describe.each([
  ['table', false, ROW_PX],
  ['cards', true, 100],
])('%s', (_name, isPhone, px) => {
  test.each([
    [true, 12],
    [false, 10],
  ])('where the place is kept: %s, two rows more above move a scrolled list to row %d', (keepsPlace, at) => {
    const { list } = show(rowsUpTo(5000, 3), { isPhone, keepsPlace })
    scrollTo(10 * px)
    list(rowsUpTo(5000))
    expect(area().scrollTop).toBe(at * px)
  })
})

test('SHL-49 SHL-50 instead of cards it says that it is loading, or that it has none', () => {
  show(rowsUpTo(3), { isPhone: true, isLoading: true })
  expect(area().textContent).toBe('Loading...')
  cleanup()
  show([], { isPhone: true })
  expect(area().textContent).toBe('No Records Found')
})
