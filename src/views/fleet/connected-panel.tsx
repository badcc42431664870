import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { selectTrips } from '#src/machines/fleet/fleet.selectors.ts'
import { selectIsTripsOpen } from '#src/machines/trips/trips.selectors.ts'
import { useServices } from '../kit/app-context.tsx'
import { ConnectedTrips } from '../trips/connected-trips.tsx'
import { type FleetTab, PanelTabs } from '../trips/panel-tabs.tsx'
import type { FleetActor } from './connected-list.tsx'
import { ConnectedList } from './connected-list.tsx'

const TABS = { fmt: 'trips.left', trips: 'trips.opened' } as const

/** The panel of the tab that is open: the fleet, which it is at first, or its running trips (MAP-03). */
export const ConnectedPanel = ({ fleet }: { fleet: FleetActor }) => {
  const { serverNow } = useServices()
  const trips = useSelector(fleet, selectTrips)
  const isTrips = useSelector(trips, (snapshot) => snapshot !== undefined && selectIsTripsOpen(snapshot))
  const [hasChanged, setChanged] = useState(false)
  const open = (tab: FleetTab) => {
    setChanged(true)
    trips?.send({ type: TABS[tab] })
  }
  const tabs = <PanelTabs tab={isTrips ? 'trips' : 'fmt'} keepsFocus={hasChanged} onTab={open} />
  if (!isTrips || trips === undefined) return <ConnectedList fleet={fleet} tabs={tabs} />
  return (
    <ConnectedTrips
      actor={trips}
      tabs={tabs}
      onPlot={({ vehicleId, tripId }) =>
        fleet.send({ type: 'tripPlot.opened', vehicleId, tripId, now: serverNow() })
      }
    />
  )
}
