import { type ComponentType, useDeferredValue } from 'react'

let Screen: ComponentType | undefined

/** Brings the fleet map's screen, once; a failed fetch is not kept. */
export const loadFleetScreen = async (): Promise<void> => {
  Screen ??= (await import('../fleet/fleet-screen.tsx')).default
}

/**
 * The fleet map's screen, which is loaded with what its machines need: `lazy` would show that it waits, for 300 ms at
 * least, even where the code is there. It comes after the frame around it, so that the list is asked for before it is drawn.
 */
export const FleetScreen = () => {
  if (Screen === undefined) throw new Error('The screen of the fleet map is not loaded yet.')
  return useDeferredValue(true, false) ? <Screen /> : null
}
