import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'

/** A button whose work takes a while. It is not disabled meanwhile, which would take the focus from it; what it sends then must do nothing. */
export const BusyButton = ({
  busy,
  ...others
}: ButtonProps & {
  busy: boolean
  type?: 'submit'
  onClick?: () => void
  children: ReactNode
}) => <Button {...others} aria-disabled={busy} data-disabled={busy} />
