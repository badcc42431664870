import { useSyncExternalStore } from 'react'

const PHONE = '(max-width: 767.98px)'

const subscribe = (listener: () => void) => {
  const query = window.matchMedia(PHONE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the page is narrower than 768 px (OPEN-81). */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(PHONE).matches)
