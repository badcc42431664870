import { Button } from '@mantine/core'
import { IconShare, IconX } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useCallback, useMemo, useSyncExternalStore } from 'react'
import { POPUP_WIDTH } from '#contract/constants.ts'
import type { LngLat } from '#domain/geo.ts'
import type { Cluster } from '#src/machines/fleet/fleet.context.ts'
import type { FleetActor } from '#src/machines/fleet/fleet.machine.ts'
import { selectCluster, selectSelectedVehicleId } from '#src/machines/fleet/fleet.selectors.ts'
import { FLEET } from '#src/texts/en/fleet.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { LIVE_LINKS } from '#src/texts/en/live-share.ts'
import { useServices } from '../kit/app-context.tsx'
import { IconButton } from '../kit/buttons.tsx'
import { Address } from '../kit/facts.tsx'
import { formatAge, formatDateTime } from '../kit/formats.ts'
import { useNow } from '../kit/hooks.ts'
import { hasModifierKey, LIST_KEYS } from '../kit/lists.tsx'
import { MapPopup } from '../kit/map-overlay.tsx'
import popup from '../kit/map-popup.module.css'
import screenClasses from '../kit/map-screen.module.css'
import { formatMeasure, NOT_KNOWN, speedMeasure } from '../kit/measures.ts'
import { PhoneSheet } from '../kit/phone-sheet.tsx'
import { clockText, Plate, readVehicle, type ShownVehicle, StatusIcon, statusLabel } from '../kit/vehicle.tsx'
import { useShare } from '../live-share/index.ts'
import classes from './vehicle-popups.module.css'

/** The element id of the open vehicle popup. */
export const VEHICLE_POPUP = 'vehicle-popup'

/** The content of a vehicle's popup (MAP-16). */
export const VehiclePopup = ({
  vehicle: { registration, status, time, late, place, speed, clockAheadS },
  onLive,
  onPlayback,
  onTrip,
  onShare,
}: {
  vehicle: ShownVehicle
  onLive: () => void
  onPlayback: () => void
  onTrip: () => void
  /** null where the user may not share. */
  onShare: (() => void) | null
}) => (
  <section
    id={VEHICLE_POPUP}
    tabIndex={-1}
    className={`${popup['popup']} ${classes['popup']}`}
    aria-label={registration}
  >
    <div className={classes['head']}>
      <Plate registration={registration} />
      <span className={classes['status']}>
        <StatusIcon status={status} late={late} />
        {statusLabel(status, late)}
      </span>
    </div>
    <dl className={`${popup['facts']} ${classes['facts']}`}>
      <dt>{FLEET.lastUpdated}</dt>
      <dd>
        {time === 0 ? NOT_KNOWN : formatDateTime(time)}
        {clockText(clockAheadS) === null ? null : (
          <span className={classes['clock']}>{clockText(clockAheadS)}</span>
        )}
      </dd>
      <dt>{FLEET.speed}</dt>
      <dd>{formatMeasure(speedMeasure(speed))}</dd>
      <dt>{FLEET.address}</dt>
      <dd className={classes['address']}>{place === null ? KIT.noPosition : <Address place={place} />}</dd>
    </dl>
    <div className={classes['actions']}>
      <Button onClick={onLive}>{KIT.live}</Button>
      <Button variant="default" onClick={onPlayback}>
        {KIT.playback}
      </Button>
      <Button variant="default" onClick={onTrip}>
        {FLEET.trip}
      </Button>
      {onShare === null ? null : <IconButton icon={IconShare} name={LIVE_LINKS.share} onPress={onShare} />}
    </div>
  </section>
)

/** The selected vehicle with its latest fix; undefined if there is none. */
export const useSelectedVehicle = (fleet: FleetActor): ShownVehicle | undefined => {
  const { fleetStore } = useServices()
  useSyncExternalStore(
    useCallback((listener) => fleetStore.onChange(listener), [fleetStore]),
    () => fleetStore.version,
  )
  const vehicleId = useSelector(fleet, selectSelectedVehicleId)
  const now = useNow()
  return vehicleId === null ? undefined : readVehicle(fleetStore, vehicleId, now)
}

const Facts = ({ fleet, vehicle }: { fleet: FleetActor; vehicle: ShownVehicle }) => {
  const { serverNow } = useServices()
  const share = useShare(fleet)
  const { vehicleId } = vehicle
  const tripId = vehicle.trip?.tripId ?? null
  return (
    <VehiclePopup
      key={vehicleId}
      vehicle={vehicle}
      onLive={() => fleet.send({ type: 'live.opened', vehicleId })}
      onPlayback={() => fleet.send({ type: 'playback.opened', vehicleId, now: serverNow() })}
      onTrip={() => fleet.send({ type: 'tripPlot.opened', vehicleId, tripId, now: serverNow() })}
      onShare={share && (() => share({ kind: 'vehicles', vehicleIds: [vehicleId] }))}
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
    <div className={screenClasses['sheetDetail']}>
      <Facts fleet={fleet} vehicle={vehicle} />
      <span className={screenClasses['closeDetail']}>
        <IconButton
          icon={IconX}
          name={KIT.close}
          quiet
          onPress={() => fleet.send({ type: 'popup.closed' })}
        />
      </span>
    </div>
  </PhoneSheet>
)

/** The most trucks listed; a larger yard shows the first ones and the number of all. */
const MAX_LISTED = 250

/** Moves the focus among the trucks by the arrow keys, Home and End. */
const moveFocus = (event: KeyboardEvent<HTMLUListElement>) => {
  const step = LIST_KEYS[event.key]
  if (step === undefined || hasModifierKey(event)) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const place = buttons.indexOf(document.activeElement as HTMLButtonElement)
  buttons[step(place, buttons.length - 1)]?.focus()
}

/** A ref for the list: focuses the first truck, and returns the focus when the list is removed. */
const focusFirst = (list: HTMLUListElement | null) => {
  if (list === null) return undefined
  const before = document.activeElement
  // The popup is only placed in the next frame; scrolling to it now would move the page.
  list.querySelector('button')?.focus({ preventScroll: true })
  return () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  }
}

const byRegistration = (a: ShownVehicle, b: ShownVehicle) => a.registration.localeCompare(b.registration)

const Trucks = ({
  vehicles,
  count,
  onSelect,
}: {
  vehicles: readonly ShownVehicle[]
  count: number
  onSelect: (vehicleId: number) => void
}) => {
  const now = useNow()
  return (
    <section className={`${popup['popup']} ${classes['cluster']}`} aria-label={FLEET.cluster({ count })}>
      <h2 className={classes['title']}>{FLEET.cluster({ count })}</h2>
      <ul className={classes['list']} ref={focusFirst} onKeyDown={moveFocus}>
        {vehicles.map(({ vehicleId, registration, status, late, time }) => (
          <li key={vehicleId}>
            <button type="button" className={classes['truck']} onClick={() => onSelect(vehicleId)}>
              <Plate registration={registration} />
              <span className={classes['truckStatus']}>
                <StatusIcon status={status} late={late} />
                {statusLabel(status, late)}
              </span>
              <span className={classes['age']}>{time === 0 ? NOT_KNOWN : formatAge(now - time)}</span>
            </button>
          </li>
        ))}
      </ul>
      {count > vehicles.length ? (
        <p className={classes['more']}>{FLEET.clusterMore({ shown: vehicles.length })}</p>
      ) : null}
    </section>
  )
}

const OpenCluster = ({ fleet, cluster }: { fleet: FleetActor; cluster: Cluster }) => {
  const { map, fleetStore } = useServices()
  useSyncExternalStore(fleetStore.onChange, () => fleetStore.version)
  const now = useNow()
  const { lng, lat, vehicleIds } = cluster
  const anchor = useMemo((): LngLat => [lng, lat], [lng, lat])
  const close = useCallback(() => fleet.send({ type: 'popup.closed' }), [fleet])
  const vehicles = vehicleIds.flatMap((vehicleId) => readVehicle(fleetStore, vehicleId, now) ?? [])
  if (vehicles.length === 0) return null
  return (
    <MapPopup map={map} anchor={anchor} width={POPUP_WIDTH.narrow} onClose={close}>
      <Trucks
        vehicles={vehicles.toSorted(byRegistration).slice(0, MAX_LISTED)}
        count={vehicles.length}
        onSelect={(vehicleId) => fleet.send({ type: 'vehicle.selected', vehicleId })}
      />
    </MapPopup>
  )
}

/** The list of the trucks in one yard; selecting one opens its popup. */
export const ClusterPopup = ({ fleet }: { fleet: FleetActor }) => {
  const cluster = useSelector(fleet, selectCluster)
  return cluster === null ? null : <OpenCluster fleet={fleet} cluster={cluster} />
}
