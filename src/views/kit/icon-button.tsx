import { ActionIcon, Tooltip } from '@mantine/core'
import type { ComponentType } from 'react'

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

/** A square button with an icon. `name` is its accessible name and its tooltip. */
export const IconButton = ({
  icon: Drawn,
  name,
  onPress,
  pressed,
  disabled = false,
  quiet = false,
  tooltipAt = 'bottom',
}: {
  icon: Icon
  name: string
  onPress: () => void
  /** For toggles: whether it is on. */
  pressed?: boolean
  disabled?: boolean
  /** Without the frame. */
  quiet?: boolean
  tooltipAt?: 'bottom' | 'left' | 'right' | 'top'
}) => (
  <Tooltip label={name} position={tooltipAt}>
    <ActionIcon
      variant={pressed ? 'light' : quiet ? 'subtle' : 'default'}
      color={quiet && !pressed ? 'var(--rb-ink)' : 'accent'}
      size={34}
      aria-label={name}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      disabled={disabled}
      {...(quiet && disabled ? { bg: 'transparent' } : {})}
      onClick={onPress}
    >
      <Drawn size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  </Tooltip>
)
