import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { BusyButton } from './buttons.tsx'
import classes from './dialog.module.css'
import { Dialog } from './dialog.tsx'

/** Asks before something is deleted or discarded. The focus starts on the cancel button; closing the dialog cancels too. */
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
  /** The close button's accessible name; without it there is no close button. */
  closeName?: string
  cancel: string
  confirm: string
  /** Whether the confirmed action is running. */
  isBusy?: boolean
  isCancelDisabled?: boolean
  onCancel: () => void
  onConfirm: () => void
  /** The question, and why the last attempt failed. */
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
