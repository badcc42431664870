import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { selectIsListLoading, selectShowsList } from '#src/machines/fleet/fleet.selectors.ts'
import { momentOf, namesMoment } from '#src/machines/playback/moment.logic.ts'
import { useServices } from '../kit/app-context.tsx'
import { createToasts } from '../kit/toasts.tsx'
import { PLAYBACK } from '../playback/playback.text.ts'
import type { FleetActor } from './connected-list.tsx'

/**
 * Opens the moment that the page's address names, once the list that knows the vehicles has come, and takes it out of the
 * address: a reload then begins anew.
 */
export const useLinkedMoment = (fleet: FleetActor): void => {
  const { location, serverNow } = useServices()
  const isListed = useSelector(
    fleet,
    (snapshot) => selectShowsList(snapshot) && !selectIsListLoading(snapshot),
  )
  useEffect(() => {
    const { path, search } = location.current()
    if (!isListed || !namesMoment(search)) return
    location.navigate(path, { replace: true })
    const moment = momentOf(search)
    if (moment === null) createToasts().show({ kind: 'error', text: null, detail: PLAYBACK.badLink })
    else fleet.send({ type: 'playback.opened', vehicleId: moment.vehicleId, now: serverNow(), moment })
  }, [fleet, isListed, location, serverNow])
}
