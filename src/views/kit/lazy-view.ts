import { type ComponentType, createElement, useLayoutEffect, useState } from 'react'
import { textsLoaded } from '#src/texts/language.ts'

/**
 * A view whose code is loaded when it is first shown, or before by `load`, with the texts that it brings; until then `Waiting` stands in
 * its place. React's `lazy` would show what stands there for at least 300 ms. A failure is thrown where the view is, and the next one that
 * is shown tries again.
 */
export const lazyView = <P extends object>(
  read: () => Promise<{ default: ComponentType<P> }>,
  Waiting: ComponentType = () => null,
) => {
  let Loaded: ComponentType<P> | undefined
  const load = async (): Promise<void> => {
    const view = await read()
    await textsLoaded()
    Loaded = view.default
  }
  const View = (props: P) => {
    // What is shown stays: another component would lose its state.
    const [Shown, show] = useState(() => Loaded)
    const [failure, fail] = useState<{ readonly error: unknown } | null>(null)
    useLayoutEffect(() => {
      if (Shown === undefined)
        load().then(
          () => show(() => Loaded),
          (error: unknown) => fail({ error }),
        )
    }, [Shown])
    if (failure !== null) throw failure.error
    return Shown === undefined ? createElement(Waiting) : createElement(Shown, props)
  }
  return Object.assign(View, { load })
}
