import { IconX } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { POPUP_WIDTH } from '#contract/constants.ts'
import { selectSelectedVehicleId } from '#src/machines/fleet/fleet.selectors.ts'
import { useServices } from '../kit/app-context.tsx'
import { IconButton } from '../kit/icon-button.tsx'
import { PhoneSheet } from '../kit/phone-sheet.tsx'
import type { FleetActor } from './connected-list.tsx'
import { FLEET } from './fleet.text.ts'
import classes from './fleet-screen.module.css'
import { MapPopup } from './map-popup.tsx'
import type { ShownVehicle } from './shown-vehicle.ts'
import { readVehicle } from './shown-vehicle.ts'
import { VehiclePopup } from './vehicle-popup.tsx'

/** The vehicle whose popup is open, with its latest fix. */
export const useSelectedVehicle = (fleet: FleetActor): ShownVehicle | undefined => {
  const { fleetStore } = useServices()
  useSyncExternalStore(
    useCallback((listener) => fleetStore.onChange(listener), [fleetStore]),
    () => fleetStore.version,
  )
  const vehicleId = useSelector(fleet, selectSelectedVehicleId)
  return vehicleId === null ? undefined : readVehicle(fleetStore, vehicleId)
}

const Facts = ({ fleet, vehicle }: { fleet: FleetActor; vehicle: ShownVehicle }) => {
  const { serverNow } = useServices()
  const { vehicleId } = vehicle
  const tripId = vehicle.trip?.tripId ?? null
  return (
    <VehiclePopup
      key={vehicleId}
      vehicle={vehicle}
      onLive={() => fleet.send({ type: 'live.opened', vehicleId })}
      onPlayback={() => fleet.send({ type: 'playback.opened', vehicleId, now: serverNow() })}
      onTrip={() => fleet.send({ type: 'tripPlot.opened', vehicleId, tripId, now: serverNow() })}
    />
  )
}

/** The selected vehicle's popup on the map. */
export const SelectedPopup = ({ fleet }: { fleet: FleetActor }) => {
  const { map } = useServices()
  const vehicle = useSelectedVehicle(fleet)
  const vehicleId = vehicle?.vehicleId ?? 0
  const anchor = useMemo(() => ({ vehicleId }), [vehicleId])
  const close = useCallback(() => fleet.send({ type: 'popup.closed' }), [fleet])
  if (vehicle === undefined || vehicle.place === null) return null
  return (
    <MapPopup map={map} anchor={anchor} width={POPUP_WIDTH.narrow} onClose={close}>
      <Facts fleet={fleet} vehicle={vehicle} />
    </MapPopup>
  )
}

/** The selected vehicle's detail card on phones (MAP-19). */
export const SelectedSheet = ({ fleet, vehicle }: { fleet: FleetActor; vehicle: ShownVehicle }) => (
  <PhoneSheet name={vehicle.registration}>
    <div className={classes['sheetDetail']}>
      <Facts fleet={fleet} vehicle={vehicle} />
      <span className={classes['closeDetail']}>
        <IconButton
          icon={IconX}
          name={FLEET.closePopup}
          quiet
          onPress={() => fleet.send({ type: 'popup.closed' })}
        />
      </span>
    </div>
  </PhoneSheet>
)
