import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'

/** A dialog with a title. `closeName` names its close button; without it there is none. Escape and a press outside close it only if it is `dismissible`. */
export const Dialog = ({
  title,
  size,
  fullScreen = false,
  closeName,
  dismissible = true,
  onClose,
  children,
}: {
  title: ReactNode
  /** Width, px. */
  size: number
  fullScreen?: boolean
  closeName?: string
  dismissible?: boolean
  onClose: () => void
  children: ReactNode
}) => (
  <Modal.Root
    opened
    onClose={onClose}
    size={size}
    radius="lg"
    centered
    fullScreen={fullScreen}
    closeOnEscape={dismissible}
    closeOnClickOutside={dismissible}
    classNames={{ content: classes['content'] ?? '' }}
  >
    <Modal.Overlay />
    <Modal.Content>
      {/* Not Modal.Header: its `header` element would be a second banner of the page. */}
      <div className={classes['head']}>
        <Modal.Title className={classes['title'] ?? ''}>{title}</Modal.Title>
        {closeName === undefined ? null : <Modal.CloseButton aria-label={closeName} />}
      </div>
      <div className={classes['body']}>{children}</div>
    </Modal.Content>
  </Modal.Root>
)
