import { ActionIcon, Button, type ButtonProps, Loader, Tooltip } from '@mantine/core'
import {
  type ComponentPropsWithRef,
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
} from 'react'
import { Link } from 'wouter'

/** A button with a busy state. It is not disabled then, because that would lose the focus, so its machine must ignore further presses. */
export const BusyButton = ({
  busy,
  leftSection = null,
  ...others
}: ButtonProps & {
  busy: boolean
  type?: 'submit'
  onClick?: () => void
  children: ReactNode
}) => (
  <Button
    {...others}
    aria-disabled={busy}
    aria-busy={busy}
    data-disabled={busy}
    leftSection={busy ? <Loader size={14} color="currentColor" /> : leftSection}
  />
)

type IconComponent = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

/** A square button with an icon. `name` is its accessible name and its tooltip. */
export const IconButton = ({
  icon: Icon,
  name,
  onPress,
  pressed,
  disabled = false,
  quiet = false,
  tooltipAt = 'bottom',
}: {
  icon: IconComponent
  name: string
  onPress: () => void
  /** Whether a toggle is on. */
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
      <Icon size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  </Tooltip>
)

/**
 * Retries what failed, by itself once the network or the server is back. The button disappears when used, so it first moves the focus
 * to its nearest ancestor with `tabIndex={-1}`.
 */
export const RetryButton = ({
  onRetry,
  ...others
}: ButtonProps & { onRetry: () => void; children: ReactNode }) => {
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    const onOnline = () => retry()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [])
  return (
    <Button
      {...others}
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
        onRetry()
      }}
    />
  )
}

/** A link to a route of the portal, followed without a page load. It is an `a`, so new tabs and copying work as usual. */
export const RouteLink = ({ to, ...rest }: { to: string } & Omit<ComponentPropsWithRef<'a'>, 'href'>) => (
  <Link to={to} {...rest} />
)
