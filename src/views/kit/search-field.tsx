import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import classes from './search-field.module.css'

/** What narrows a list by a text. `name` is its accessible name and stands in it while it is empty; `clear` names the way back to that. */
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
