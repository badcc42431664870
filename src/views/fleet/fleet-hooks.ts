import { useSelector } from '@xstate/react'
import {
  createContext,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { hasPlaybackLink, parsePlaybackLink, playbackLinkSearch } from '#contract/links/playback.ts'
import type { FleetActor } from '#src/machines/fleet/fleet.machine.ts'
import {
  selectIsListHeld,
  selectIsListLoading,
  selectListFailure,
  selectMustChoose,
  selectPlayback,
  selectShowsList,
} from '#src/machines/fleet/fleet.selectors.ts'
import { selectIsOfLink } from '#src/machines/playback/playback.selectors.ts'
import { FLEET } from '#src/texts/en/fleet.ts'
import { PLAYBACK } from '#src/texts/en/playback.ts'
import { useServices } from '../kit/app-context.tsx'
import { createToasts } from '../kit/toasts.tsx'
import { readVehicle } from '../kit/vehicle.tsx'
import type { ListState } from './fleet-panel.tsx'
import { VEHICLE_POPUP } from './vehicle-popups.tsx'

/** The position of the list: the number of cards scrolled past, and the vehicle whose card was focused last. */
type ListScroll = { readonly cards: number; readonly focused: number | null }

/** The position of a new list. */
export const LIST_START: ListScroll = { cards: 0, focused: null }

/** Keeps the position of the list while another panel replaces it. */
export const ListScrollContext = createContext<RefObject<ListScroll> | null>(null)

/** The position of the list, to read and to set. */
export const useListScroll = (): RefObject<ListScroll> => {
  const scroll = useContext(ListScrollContext)
  if (scroll === null) throw new Error('The list needs ListScrollContext above it.')
  return scroll
}

const useFleetIds = (): readonly number[] => {
  const { fleetList } = useServices()
  return useSyncExternalStore(fleetList.subscribe, fleetList.getSnapshot)
}

const NO_VEHICLES: readonly number[] = []

/** The ids of the listed vehicles; none while the store still holds those of the previous list. */
export const useShownIds = (fleet: FleetActor): readonly number[] => {
  const ids = useFleetIds()
  return useSelector(fleet, selectIsListHeld) ? ids : NO_VEHICLES
}

/** The state of the list. */
export const useListState = (fleet: FleetActor): ListState => {
  const isLoading = useSelector(fleet, selectIsListLoading)
  const mustChoose = useSelector(fleet, selectMustChoose)
  const failure = useSelector(fleet, selectListFailure)
  return isLoading ? 'loading' : failure !== null ? 'failed' : mustChoose ? 'selectionRequired' : 'ready'
}

/** Shows a vehicle's place together with its surroundings. */
const SHOW_ZOOM = 9

/**
 * Selects a vehicle of a list and moves the map to it, but never zooms out. `byKey` also moves the focus to its popup, which
 * is many tab stops away from the list.
 */
export const useShowVehicle = (fleet: FleetActor): ((vehicleId: number, byKey?: boolean) => void) => {
  const { fleetStore, map } = useServices()
  return useCallback(
    (vehicleId, byKey = false) => {
      const select = () => fleet.send({ type: 'vehicle.selected', vehicleId })
      if (byKey) {
        flushSync(select)
        document.getElementById(VEHICLE_POPUP)?.focus({ preventScroll: true })
      } else select()
      const place = readVehicle(fleetStore, vehicleId, Date.now())?.place
      if (place) map.moveTo({ centre: place, zoom: Math.max(SHOW_ZOOM, map.drawn().camera.zoom) })
    },
    [fleet, fleetStore, map],
  )
}

/**
 * Opens the playback link in the page's address once the list of vehicles is loaded. The address keeps it, at speed 1
 * (PLB-31), so that a reload shows the same moment, until the playback is left or other dates are chosen.
 */
export const useLinkedPlayback = (fleet: FleetActor): void => {
  const { location, serverNow } = useServices()
  const isListed = useSelector(
    fleet,
    (snapshot) => selectShowsList(snapshot) && !selectIsListLoading(snapshot),
  )
  const playback = useSelector(fleet, selectPlayback)
  useEffect(() => {
    const { path, search } = location.current()
    if (!isListed || !hasPlaybackLink(search)) return
    const link = parsePlaybackLink(search)
    const kept = link === null ? '' : playbackLinkSearch({ ...link, speed: 1 })
    location.navigate(path + kept, { replace: true })
    if (link === null) createToasts().show({ kind: 'error', text: null, detail: PLAYBACK.badLink })
    else fleet.send({ type: 'playback.opened', vehicleId: link.vehicleId, now: serverNow(), link })
  }, [fleet, isListed, location, serverNow])
  useEffect(() => {
    const { path, search } = location.current()
    if (playback === undefined || !hasPlaybackLink(search)) return
    const link = parsePlaybackLink(search)
    const drop = () => {
      const place = location.current()
      if (place.path === path && place.search === search) location.navigate(path, { replace: true })
    }
    const dropOther = (snapshot: ReturnType<typeof playback.getSnapshot>) => {
      if (link === null || !selectIsOfLink(snapshot, link)) drop()
    }
    dropOther(playback.getSnapshot())
    const subscription = playback.subscribe({ next: dropOther, complete: drop })
    return () => subscription.unsubscribe()
  }, [location, playback])
}

/** Reports that Enter on the map hit nothing, for users who cannot see the map. */
export const useEmptyPress = (fleet: FleetActor): void => {
  const { map } = useServices()
  useEffect(
    () =>
      map.onPress(({ at, byKey, ...hit }) => {
        if (byKey !== true || Object.keys(hit).length > 0) return
        const detail = FLEET.nothingNearMiddle[selectShowsList(fleet.getSnapshot()) ? 'vehicle' : 'other']
        createToasts().show({ kind: 'warning', text: null, detail })
      }),
    [fleet, map],
  )
}
