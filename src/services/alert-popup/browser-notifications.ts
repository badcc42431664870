import type { NotificationConsent } from '#src/machines/alert-popup/alert-popup.ports.ts'

/** What a notification says. One with the tag of another replaces it. */
export type NotificationContent = { readonly title: string; readonly body: string; readonly tag: string }

/** The notifications that the browser shows outside the page. */
export type BrowserNotifications = {
  consent(): NotificationConsent
  /** Lets the browser ask the user, if it has not yet. Call it on a press. */
  ask(): Promise<NotificationConsent>
  /** Shows one. A press on it shows the page and calls `onPress`. Does nothing where it is not allowed. */
  show(content: NotificationContent, onPress: () => void): void
  /** Takes back all that are still shown. */
  closeAll(): void
}

type Page = Pick<Window, 'focus'> & { readonly Notification?: typeof Notification }

export const createBrowserNotifications = ({ page }: { page: Page }): BrowserNotifications => {
  const shown = new Set<Notification>()
  /** Phones have the constructor, and it throws. */
  let isRefused = false
  const consent = (): NotificationConsent =>
    page.Notification === undefined || isRefused ? 'unsupported' : page.Notification.permission
  return {
    consent,
    ask: async () =>
      consent() === 'default' ? ((await page.Notification?.requestPermission()) ?? 'unsupported') : consent(),
    show: ({ title, body, tag }, onPress) => {
      if (page.Notification === undefined || consent() !== 'granted') return
      try {
        const notification = new page.Notification(title, { body, tag })
        shown.add(notification)
        notification.onclick = () => {
          notification.close()
          page.focus()
          onPress()
        }
        notification.onclose = () => shown.delete(notification)
      } catch {
        isRefused = true
      }
    },
    closeAll: () => {
      for (const notification of shown) notification.close()
      shown.clear()
    },
  }
}
