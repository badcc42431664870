import { notifications, notificationsStore } from '@mantine/notifications'
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react'
import type { Notice } from '#src/machines/kit/notice.ts'
import { errorText } from '#src/texts/en/errors.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { replyText } from '#src/texts/en/replies.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { failureText } from './failure-text.ts'
import classes from './toasts.module.css'

const ICONS = { success: IconCircleCheck, error: IconExclamationCircle, warning: IconAlertTriangle } as const
const CLOSE_AFTER_MS = { success: 4000, error: 8000, warning: 6000 } as const

const detailOf = ({ detail = '', failure, fault }: Notice): string => {
  if (fault !== undefined) return errorText(fault)
  return failure === undefined ? replyText(detail) : failureText(failure, KIT.serverAway)
}

const sentence = (notice: Notice) => {
  const { text } = notice
  const detail = detailOf(notice)
  if (text === null || detail === '') return text === null ? detail : TEXTS[text]
  return `${TEXTS[text].replace(/\.$/, '')}. ${detail}`
}

/** How a toast looks and is announced. */
const toastOf = (kind: Notice['kind'], message: string) => {
  const Icon = ICONS[kind]
  return {
    message,
    icon: <Icon size={20} stroke={1.75} aria-hidden />,
    role: kind === 'error' ? 'alert' : 'status',
    'data-kind': kind,
    classNames: {
      root: classes['toast'] ?? '',
      icon: classes['icon'] ?? '',
      description: classes['text'] ?? '',
    },
    closeButtonProps: { 'aria-label': KIT.dismissMessage },
  }
}

/** Shows a warning until it is closed, and reports that to `onClose`. Returns what takes it away. */
export const showWarning = (message: string, onClose: () => void): (() => void) => {
  let isTakenAway = false
  const id = notifications.show({
    ...toastOf('warning', message),
    autoClose: false,
    // Those that close by themselves may lie over the filters at the top.
    position: 'bottom-center',
    onClose: () => {
      if (!isTakenAway) onClose()
    },
  })
  return () => {
    isTakenAway = true
    notifications.hide(id)
  }
}

/**
 * Shows notices as toasts. An error or warning that is still on screen is not shown a second time (SES-57). Works outside
 * React and before the first render; the toast then waits.
 */
export const createToasts = () => {
  // A name of its own for each: Mantine starts no new time for a toast that is hidden and shown again in one render.
  const isShown = (kind: Notice['kind'], message: string) => {
    const { notifications: shown, queue } = notificationsStore.getState()
    return [...shown, ...queue].some((toast) => toast.message === message && toast['data-kind'] === kind)
  }
  return {
    show: (toast: Notice) => {
      const message = sentence(toast)
      if (toast.kind !== 'success' && isShown(toast.kind, message)) return
      notifications.show({ ...toastOf(toast.kind, message), autoClose: CLOSE_AFTER_MS[toast.kind] })
    },
  }
}
