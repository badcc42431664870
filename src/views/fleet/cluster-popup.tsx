import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useCallback, useMemo, useSyncExternalStore } from 'react'
import { POPUP_WIDTH } from '#contract/constants.ts'
import type { Cluster } from '#src/machines/fleet/fleet.context.ts'
import { selectCluster } from '#src/machines/fleet/fleet.selectors.ts'
import type { LngLat } from '#src/services/map/map.port.ts'
import { useServices } from '../kit/app-context.tsx'
import { formatAge, NOTHING } from '../kit/formats.ts'
import { isModified, LIST_STEPS } from '../kit/list-steps.ts'
import { Plate } from '../kit/plate.tsx'
import { statusWords } from '../kit/status.ts'
import { StatusMark } from '../kit/status-mark.tsx'
import { useNow } from '../kit/use-now.ts'
import classes from './cluster-popup.module.css'
import type { FleetActor } from './connected-list.tsx'
import { FLEET } from './fleet.text.ts'
import { MapPopup } from './map-popup.tsx'
import { readVehicle, type ShownVehicle } from './shown-vehicle.ts'

/** Most trucks that the list shows; of a larger yard the first ones, and how many there are. */
const MOST_LISTED = 250

/** Moves the focus among the trucks by the arrow keys, Home and End. */
const moveFocus = (event: KeyboardEvent<HTMLUListElement>) => {
  const step = LIST_STEPS[event.key]
  if (step === undefined || isModified(event)) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const place = buttons.indexOf(document.activeElement as HTMLButtonElement)
  buttons[step(place, buttons.length - 1)]?.focus()
}

/** Takes the focus to the first truck, and back to where it was when the list goes. */
const focusFirst = (list: HTMLUListElement | null) => {
  if (list === null) return undefined
  const before = document.activeElement
  // The popup is placed at the next frame; scrolling to where it is not yet would move the page.
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
    <section className={classes['cluster']} aria-label={FLEET.cluster(count)}>
      <h2 className={classes['title']}>{FLEET.cluster(count)}</h2>
      <ul className={classes['list']} ref={focusFirst} onKeyDown={moveFocus}>
        {vehicles.map(({ vehicleId, registration, status, late, time }) => (
          <li key={vehicleId}>
            <button type="button" className={classes['truck']} onClick={() => onSelect(vehicleId)}>
              <Plate registration={registration} />
              <span className={classes['status']}>
                <StatusMark status={status} late={late} />
                {statusWords(status, late)}
              </span>
              <span className={classes['age']}>{time === 0 ? NOTHING : formatAge(now - time)}</span>
            </button>
          </li>
        ))}
      </ul>
      {count > vehicles.length ? (
        <p className={classes['more']}>{FLEET.clusterMore(vehicles.length)}</p>
      ) : null}
    </section>
  )
}

const Open = ({ fleet, cluster }: { fleet: FleetActor; cluster: Cluster }) => {
  const { map, fleetStore } = useServices()
  useSyncExternalStore(fleetStore.onChange, () => fleetStore.version)
  const { lng, lat, vehicleIds } = cluster
  const anchor = useMemo((): LngLat => [lng, lat], [lng, lat])
  const close = useCallback(() => fleet.send({ type: 'popup.closed' }), [fleet])
  const vehicles = vehicleIds.flatMap((vehicleId) => readVehicle(fleetStore, vehicleId) ?? [])
  if (vehicles.length === 0) return null
  return (
    <MapPopup map={map} anchor={anchor} width={POPUP_WIDTH.narrow} onClose={close}>
      <Trucks
        vehicles={vehicles.toSorted(byRegistration).slice(0, MOST_LISTED)}
        count={vehicles.length}
        onSelect={(vehicleId) => fleet.send({ type: 'vehicle.selected', vehicleId })}
      />
    </MapPopup>
  )
}

/** The list of trucks that lie on each other; one that is chosen gets its popup. */
export const ClusterPopup = ({ fleet }: { fleet: FleetActor }) => {
  const cluster = useSelector(fleet, selectCluster)
  return cluster === null ? null : <Open fleet={fleet} cluster={cluster} />
}
