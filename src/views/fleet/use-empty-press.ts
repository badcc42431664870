import { useEffect } from 'react'
import { selectShowsList } from '#src/machines/fleet/fleet.selectors.ts'
import { useServices } from '../kit/app-context.tsx'
import { createToasts } from '../kit/toasts.tsx'
import type { FleetActor } from './connected-list.tsx'
import { FLEET } from './fleet.text.ts'

/** Says that Enter on the map pressed nothing: whoever does not see the map would wait for what opens. */
export const useEmptyPress = (fleet: FleetActor): void => {
  const { map } = useServices()
  useEffect(
    () =>
      map.onPress(({ at, byKey, ...hit }) => {
        if (byKey !== true || Object.keys(hit).length > 0) return
        const detail = FLEET.nothingToPress[selectShowsList(fleet.getSnapshot()) ? 'vehicle' : 'other']
        createToasts().show({ kind: 'warning', text: null, detail })
      }),
    [fleet, map],
  )
}
