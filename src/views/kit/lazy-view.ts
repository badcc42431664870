import { type ComponentType, createElement, lazy, useState } from 'react'
import { textsLoaded } from '#src/texts/language.ts'

/**
 * React's `lazy`, for a view whose code brings texts: it is shown when they have loaded too. One that `load` has loaded before is shown
 * at once, while `lazy` shows its fallback for at least 300 ms.
 */
export const lazyView = <P extends object>(read: () => Promise<{ default: ComponentType<P> }>) => {
  let Loaded: ComponentType<P> | undefined
  const load = async () => {
    const view = await read()
    await textsLoaded()
    Loaded = view.default
    return view
  }
  const Lazy: ComponentType<P> = lazy(load)
  const View = (props: P) => {
    // What is shown stays: another component would lose its state.
    const [Shown] = useState(() => Loaded ?? Lazy)
    return createElement(Shown, props)
  }
  return Object.assign(View, { load: async (): Promise<void> => void (await load()) })
}
