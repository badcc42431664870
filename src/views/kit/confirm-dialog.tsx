import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { BusyButton } from './buttons.tsx'
import classes from './dialog.module.css'
import { Dialog } from './dialog.tsx'

/** Asks before something is deleted or thrown away. The focus starts on cancel; closing the dialog cancels too. */
export const ConfirmDialog = ({
  title,
  size,
  closeName,
  cancel,
  confirm,
  isBusy = false,
  isCancelDisabled = false,
  onCancel,
  onConfirm,
  children,
}: {
  title: string
  /** Width, px. */
  size: number
  /** Names the close button; without it there is none. */
  closeName?: string
  /** The label of each button. */
  cancel: string
  confirm: string
  /** Whether what was confirmed is under way. */
  isBusy?: boolean
  isCancelDisabled?: boolean
  onCancel: () => void
  onConfirm: () => void
  /** The question, and why it failed before. */
  children: ReactNode
}) => (
  <Dialog title={title} size={size} {...(closeName === undefined ? {} : { closeName })} onClose={onCancel}>
    <div className={classes['confirm']}>
      {children}
      <div className={classes['buttons']}>
        <Button variant="default" data-autofocus disabled={isCancelDisabled} onClick={onCancel}>
          {cancel}
        </Button>
        <BusyButton className={classes['danger'] ?? ''} busy={isBusy} onClick={onConfirm}>
          {confirm}
        </BusyButton>
      </div>
    </div>
  </Dialog>
)
