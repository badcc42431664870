import { Select } from '@mantine/core'
import { IconTruck } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useLayoutEffect, useRef } from 'react'
import type { FleetActor } from '#src/machines/fleet/fleet.machine.ts'
import { selectMode, selectTripPlot } from '#src/machines/fleet/fleet.selectors.ts'
import type { PlaybackActor } from '#src/machines/playback/playback.machine.ts'
import { FLEET } from '#src/texts/en/fleet.ts'
import { LIVE } from '#src/texts/en/live.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { TRIP_PLOT } from '#src/texts/en/trips.ts'
import { useServices } from '../kit/app-context.tsx'
import { lazyView } from '../kit/lazy-view.ts'
import classes from '../kit/map-screen.module.css'
import { PhoneSheet } from '../kit/phone-sheet.tsx'
import { ConnectedLive } from '../live/index.ts'
import { ConnectedTripPlot } from '../trips/index.ts'
import { ConnectedPanel } from './connected-panel.tsx'
import { useListState, useShownIds, useShowVehicle } from './fleet-hooks.ts'
import {
  ClusterPopup,
  SelectedPopup,
  SelectedSheet,
  useSelectedVehicle,
  VEHICLE_POPUP,
} from './vehicle-popups.tsx'

/** The props of the panels over the map, which depend on the mode. */
export type PanelsProps = {
  readonly fleet: FleetActor
  /** null outside playback. */
  readonly playback: PlaybackActor | null
  /** The registration of the vehicle in live or playback, else ''. */
  readonly registration: string
}

const WidePlayback = lazyView(() => import('../playback/wide-playback.tsx'))

const SHORT = `${classes['panel']} ${classes['short']}`

/** The panels from 768 px on. */
export const WidePanels = ({ fleet, playback, registration }: PanelsProps) => {
  const mode = useSelector(fleet, selectMode)
  const tripPlot = useSelector(fleet, selectTripPlot)
  if (playback !== null) return <WidePlayback playback={playback} registration={registration} />
  if (mode === 'live')
    return (
      <div className={SHORT} data-covers="left">
        <ConnectedLive fleet={fleet} />
      </div>
    )
  if (tripPlot !== undefined)
    return (
      <div className={SHORT} data-covers="left">
        <ConnectedTripPlot fleet={fleet} actor={tripPlot} />
      </div>
    )
  return (
    <>
      <div className={classes['panel']} data-covers="left">
        <ConnectedPanel fleet={fleet} />
      </div>
      <SelectedPopup fleet={fleet} />
      <ClusterPopup fleet={fleet} />
    </>
  )
}

const PhonePlayback = lazyView(() => import('../playback/phone-playback.tsx'))

const MOST_CHOICES = 50

const VehicleSelect = ({ fleet }: { fleet: FleetActor }) => {
  const { fleetStore } = useServices()
  const ids = useShownIds(fleet)
  const state = useListState(fleet)
  const show = useShowVehicle(fleet)
  const selected = useSelectedVehicle(fleet)
  return (
    <div className={classes['picker']} data-covers="top">
      <Select
        aria-label={TEXTS.selectVehicle}
        placeholder={TEXTS.selectVehicle}
        leftSection={<IconTruck size={18} stroke={1.75} aria-hidden />}
        searchable
        limit={MOST_CHOICES}
        withScrollArea={false}
        classNames={{ options: classes['choices'] ?? '' }}
        comboboxProps={{ withinPortal: false }}
        nothingFoundMessage={state === 'loading' ? FLEET.loading : TEXTS.noRecordsFound}
        value={selected === undefined ? null : String(selected.vehicleId)}
        data={ids.map((vehicleId) => ({
          value: String(vehicleId),
          label: fleetStore.record(vehicleId)?.registrationId ?? '',
        }))}
        onChange={(value) => {
          if (value !== null) show(Number(value))
        }}
      />
    </div>
  )
}

/**
 * Moves the focus from the list's sheet to the card that covers it, and back afterwards. A text field does not get it back,
 * because the screen keyboard would open: the panel gets it instead, or the handle if the sheet is folded.
 */
const useFocusUnderCard = (isCovered: boolean) => {
  const sheet = useRef<HTMLDivElement>(null)
  const before = useRef<HTMLElement | null>(null)
  const wasCovered = useRef(false)
  useLayoutEffect(() => {
    const { activeElement } = document
    if (isCovered && activeElement instanceof HTMLElement && sheet.current?.contains(activeElement)) {
      if (!(activeElement instanceof HTMLInputElement)) before.current = activeElement
      document.getElementById(VEHICLE_POPUP)?.focus({ preventScroll: true })
    }
    if (!isCovered && wasCovered.current) {
      const fallbacks = ['[tabindex="-1"]', 'button'].map((selector) =>
        sheet.current?.querySelector<HTMLElement>(selector),
      )
      for (const candidate of [before.current, ...fallbacks])
        if (document.activeElement === document.body) candidate?.focus({ preventScroll: true })
    }
    if (!isCovered) before.current = null
    wasCovered.current = isCovered
  }, [isCovered])
  return sheet
}

const PhoneList = ({ fleet }: { fleet: FleetActor }) => {
  const vehicle = useSelectedVehicle(fleet)
  const isCovered = vehicle !== undefined
  const sheet = useFocusUnderCard(isCovered)
  return (
    <>
      <VehicleSelect fleet={fleet} />
      <div data-covers="bottom" className={classes['bottomSheet']}>
        <PhoneSheet name={FLEET.panel} isHidden={isCovered} ref={sheet}>
          <div className={classes['sheetList']}>
            <ConnectedPanel fleet={fleet} />
          </div>
        </PhoneSheet>
        {isCovered ? <SelectedSheet fleet={fleet} vehicle={vehicle} /> : null}
      </div>
      <ClusterPopup fleet={fleet} />
    </>
  )
}

/** The panels below 768 px: bottom sheets over a full-screen map (MAP-19). */
export const PhonePanels = ({ fleet, playback, registration }: PanelsProps) => {
  const mode = useSelector(fleet, selectMode)
  const tripPlot = useSelector(fleet, selectTripPlot)
  if (playback !== null) return <PhonePlayback playback={playback} registration={registration} />
  if (mode === 'live')
    return (
      <div data-covers="bottom" className={classes['bottomSheet']}>
        <PhoneSheet name={LIVE.card}>
          <ConnectedLive fleet={fleet} />
        </PhoneSheet>
      </div>
    )
  if (tripPlot !== undefined)
    return (
      <div data-covers="bottom" className={classes['bottomSheet']}>
        <PhoneSheet name={TRIP_PLOT.card}>
          <ConnectedTripPlot fleet={fleet} actor={tripPlot} />
        </PhoneSheet>
      </div>
    )
  return <PhoneList fleet={fleet} />
}
