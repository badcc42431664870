import { type ComponentType, lazy } from 'react'
import { textsLoaded } from '#src/texts/language.ts'

/** React's `lazy`, for a view whose code brings texts: it is shown when they have loaded too. */
export const lazyView = <P>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(async () => {
    const view = await load()
    await textsLoaded()
    return view
  })
