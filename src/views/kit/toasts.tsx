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
      const Icon = ICONS[toast.kind]
      notifications.show({
        message,
        icon: <Icon size={20} stroke={1.75} aria-hidden />,
        autoClose: CLOSE_AFTER_MS[toast.kind],
        role: toast.kind === 'error' ? 'alert' : 'status',
        'data-kind': toast.kind,
        classNames: {
          root: classes['toast'] ?? '',
          icon: classes['icon'] ?? '',
          description: classes['text'] ?? '',
        },
        closeButtonProps: { 'aria-label': KIT.dismissMessage },
      })
    },
  }
}
