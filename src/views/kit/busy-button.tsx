import { Button, type ButtonProps, Loader } from '@mantine/core'
import type { ReactNode } from 'react'

/** A button whose work takes a while, which it shows. It is not disabled meanwhile, which would take the focus from it; what it sends then must do nothing. */
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
