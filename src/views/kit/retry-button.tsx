import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'

/** Asks again for what failed. It goes with its press, so the focus goes first to what is around it and has `tabIndex={-1}`. */
export const RetryButton = ({
  onRetry,
  ...others
}: ButtonProps & { onRetry: () => void; children: ReactNode }) => (
  <Button
    {...others}
    onClick={({ currentTarget }) => {
      currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
      onRetry()
    }}
  />
)
