import { Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './filters.module.css'

/** A filter as a button that opens what can be picked; `reason` says why it is off. */
export const FilterMenu = ({
  label,
  isPicked,
  reason = null,
  onOpen,
  children,
}: {
  /** The filter's name, and what is picked of it. */
  label: string
  isPicked: boolean
  reason?: string | null
  onOpen?: () => void
  children: ReactNode
}) => (
  <Popover
    position="bottom-start"
    width={240}
    shadow="md"
    radius="md"
    trapFocus
    returnFocus
    transitionProps={{ duration: 150 }}
    onOpen={() => onOpen?.()}
  >
    <Popover.Target>
      <button
        type="button"
        className={classes['menu']}
        data-picked={isPicked}
        disabled={reason !== null}
        title={reason ?? undefined}
      >
        <span className={classes['menuLabel']}>{label}</span>
        <IconChevronDown size={16} stroke={1.75} aria-hidden />
      </button>
    </Popover.Target>
    <Popover.Dropdown p={0}>
      <div className={classes['choices']}>{children}</div>
    </Popover.Dropdown>
  </Popover>
)
