import { Popover, Tooltip } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './filters.module.css'

/** A disabled filter. It stays focusable, so that keyboard users can read the reason (MAP-29, MAP-33). */
const FilterOff = ({ label, isPicked, reason }: { label: string; isPicked: boolean; reason: string }) => {
  const id = useId()
  return (
    <>
      <Tooltip label={reason} multiline w={240} events={{ hover: true, focus: true, touch: true }}>
        <button
          type="button"
          className={classes['menu']}
          data-picked={isPicked}
          aria-disabled
          aria-describedby={id}
        >
          <MenuLabel label={label} />
        </button>
      </Tooltip>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  )
}

const MenuLabel = ({ label }: { label: string }) => (
  <>
    <span className={classes['menuLabel']}>{label}</span>
    <IconChevronDown size={16} stroke={1.75} aria-hidden />
  </>
)

/** A button that opens the options of a filter. A `reason` disables the filter and is its tooltip. */
export const FilterMenu = ({
  label,
  isPicked,
  reason = null,
  isOpen,
  onOpen,
  actions,
  children,
}: {
  /** The filter's name and its current choice. */
  label: string
  isPicked: boolean
  reason?: string | null
  isOpen: boolean
  /** Called when the menu opens or closes. */
  onOpen: (isOpen: boolean) => void
  /** Apply and Clear, repeated here because the open menu covers those of the panel. */
  actions: ReactNode
  children: ReactNode
}) =>
  reason !== null ? (
    <FilterOff label={label} isPicked={isPicked} reason={reason} />
  ) : (
    <Popover
      position="bottom-start"
      width={240}
      shadow="md"
      radius="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 150 }}
      opened={isOpen}
      onChange={onOpen}
    >
      <Popover.Target>
        <button
          type="button"
          className={classes['menu']}
          data-picked={isPicked}
          onClick={() => onOpen(!isOpen)}
        >
          <MenuLabel label={label} />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <div className={classes['choices']}>{children}</div>
        {isOpen ? actions : null}
      </Popover.Dropdown>
    </Popover>
  )
