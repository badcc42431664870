import { type ComponentType, lazy } from 'react'
import { textsLoaded } from '#src/texts/language.ts'

/** React's `lazy`, for a view whose code brings texts: it is shown when they have loaded too. */
// biome-ignore lint/suspicious/noExplicitAny: the type of React's own `lazy`.
export const lazyView = <T extends ComponentType<any>>(load: () => Promise<{ default: T }>) =>
  lazy(async () => {
    const view = await load()
    await textsLoaded()
    return view
  })
