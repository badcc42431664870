import { afterAll, afterEach, vi } from 'vitest'

// The files of a worker share its globals and its page.
afterEach(() => void vi.useRealTimers())
afterAll(() => {
  if (typeof window === 'undefined') return
  window.localStorage.clear()
  document.body.replaceChildren()
  document.head.replaceChildren()
  for (const global of ['google', 'gm_authFailure']) Reflect.deleteProperty(window, global)
})
