import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { VirtualItem } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import classes from './lists.module.css'

/** A search field above a list. `name` is its accessible name and placeholder; `clear` names the button that empties it. */
export const SearchField = ({
  name,
  clear,
  value,
  onSearch,
}: {
  name: string
  clear: string
  value: string
  onSearch: (text: string) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const empty = () => {
    onSearch('')
    // The button that had the focus is gone with the text.
    input.current?.focus()
  }
  return (
    <TextInput
      ref={input}
      type="search"
      classNames={{ input: classes['input'] ?? '' }}
      aria-label={name}
      placeholder={name}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      rightSection={value === '' ? null : <CloseButton size="sm" aria-label={clear} onClick={empty} />}
      value={value}
      onChange={(event) => onSearch(event.currentTarget.value)}
    />
  )
}

/** Where the keys that move the focus in a list of one tab stop take it, from `place` of 0 to `last`. */
export const LIST_KEYS: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowDown: (place, last) => Math.min(last, place + 1),
  ArrowUp: (place) => Math.max(0, place - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Whether a key is held with one that makes it the browser's. */
export const hasModifierKey = (event: { altKey: boolean; ctrlKey: boolean; metaKey: boolean }): boolean =>
  event.altKey || event.ctrlKey || event.metaKey

/** A ref that calls back when its element scrolls into view: the end of a list, or something costly to draw. */
export const whenVisible = (onVisible: () => void) => (element: HTMLElement | null) => {
  if (element === null) return undefined
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) onVisible()
  })
  observer.observe(element)
  return () => observer.disconnect()
}

/** Tablets and Linux agents append fewer cards (MAP-15, OPEN-81). */
export const isNarrow = (): boolean =>
  navigator.userAgent.includes('Linux') || (window.innerWidth >= 768 && window.innerWidth < 1024)

/** The scroll box of a list below the tools of a panel. */
export const SCROLL = classes['scroll'] ?? ''

/** A button that fills a row of a list. */
export const ROW_BUTTON = classes['rowButton'] ?? ''

/** The rows in view of a virtual list of `count`; `children` draws the row at an index, or null to leave it out. */
export const VirtualRows = ({
  name,
  items,
  totalPx,
  rowPx,
  count,
  onKeyDown,
  children,
}: {
  name: string
  items: readonly VirtualItem[]
  /** Height of the whole list and of a row, px. */
  totalPx: number
  rowPx: number
  count: number
  onKeyDown?: (event: KeyboardEvent<HTMLUListElement>) => void
  children: (index: number) => ReactNode
}) => (
  <ul className={classes['virtual']} style={{ height: totalPx }} aria-label={name} onKeyDown={onKeyDown}>
    {items.map(({ key, index, start }) => {
      const row = children(index)
      return row === null ? null : (
        <li
          key={key}
          className={classes['virtualRow']}
          style={{ height: rowPx, transform: `translateY(${start}px)` }}
          aria-posinset={index + 1}
          aria-setsize={count}
        >
          {row}
        </li>
      )
    })}
  </ul>
)
