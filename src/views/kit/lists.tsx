import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { VirtualItem } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { TEXTS } from '#src/texts/en/specification.ts'
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
    // The pressed button disappears with the text.
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

/** The keys that move the focus within a list: from a place to the next, both 0 to `last`. */
export const LIST_KEYS: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowDown: (place, last) => Math.min(last, place + 1),
  ArrowUp: (place) => Math.max(0, place - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Whether the browser handles the key, because a modifier is held with it. */
export const hasModifierKey = (event: { altKey: boolean; ctrlKey: boolean; metaKey: boolean }): boolean =>
  event.altKey || event.ctrlKey || event.metaKey

/** A ref that calls `onVisible` when its element scrolls into view. */
export const whenVisible = (onVisible: () => void) => (element: HTMLElement | null) => {
  if (element === null) return undefined
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) onVisible()
  })
  observer.observe(element)
  return () => observer.disconnect()
}

/** Whether lists grow by fewer cards, as on tablets and Linux agents (MAP-15, OPEN-81). */
export const isNarrow = (): boolean =>
  navigator.userAgent.includes('Linux') || (window.innerWidth >= 768 && window.innerWidth < 1024)

/** The class of a panel's scrolling area. */
export const SCROLL = classes['scroll'] ?? ''

/** The class of a button that fills a row. */
export const ROW_BUTTON = classes['rowButton'] ?? ''

/** What a list says instead of rows: that it is loading, or that it has none; null where it shows them (SHL-49, SHL-50). */
export const listNote = (isLoading: boolean, count: number): string | null => {
  if (isLoading) return TEXTS.loading
  return count === 0 ? TEXTS.noRecordsFound : null
}

/** The rows in view of a virtual list of `count`; `children` draws the row at an index, or null to leave it out. */
export const VirtualRows = ({
  name,
  items,
  totalPx,
  count,
  onKeyDown,
  children,
}: {
  name: string
  items: readonly VirtualItem[]
  /** Height of the whole list, px. */
  totalPx: number
  count: number
  onKeyDown?: (event: KeyboardEvent<HTMLUListElement>) => void
  children: (index: number) => ReactNode
}) => (
  <ul className={classes['virtual']} style={{ height: totalPx }} aria-label={name} onKeyDown={onKeyDown}>
    {items.map(({ key, index, start, size }) => {
      const row = children(index)
      return row === null ? null : (
        <li
          key={key}
          className={classes['virtualRow']}
          style={{ height: size, transform: `translateY(${start}px)` }}
          aria-posinset={index + 1}
          aria-setsize={count}
        >
          {row}
        </li>
      )
    })}
  </ul>
)
