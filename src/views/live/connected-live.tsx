import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import { selectLive } from '#src/machines/fleet/fleet.selectors.ts'
import type { FleetActor } from '../fleet/connected-list.tsx'
import { useServices } from '../kit/app-context.tsx'
import { useNow } from '../kit/use-now.ts'
import { LiveCard } from './live-card.tsx'

/** The card of the vehicle that is followed live. */
export const ConnectedLive = ({ fleet }: { fleet: FleetActor }) => {
  const { director, fleetStore, serverNow } = useServices()
  const live = useSelector(fleet, selectLive)
  const following = useSyncExternalStore(director.following.subscribe, director.following.getSnapshot)
  const now = useNow()
  if (live === null) return null
  const { vehicleId, lastPoint, stream, reason } = live
  return (
    <LiveCard
      registration={lastPoint?.RegNo ?? fleetStore.record(vehicleId)?.registrationId ?? ''}
      stream={stream}
      reason={reason}
      point={lastPoint}
      now={now}
      following={following}
      onBack={() => fleet.send({ type: 'back.pressed' })}
      onClose={() => fleet.send({ type: 'live.closed' })}
      onFollow={() => director.follow(true)}
      onPlayback={() => fleet.send({ type: 'playback.opened', vehicleId, now: serverNow() })}
    />
  )
}
