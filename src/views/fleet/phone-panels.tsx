import { Select } from '@mantine/core'
import { IconTruck } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { lazy, Suspense, useLayoutEffect, useRef } from 'react'
import { TEXTS } from '#contract/texts.ts'
import { selectMode, selectTripPlot } from '#src/machines/fleet/fleet.selectors.ts'
import { useServices } from '../kit/app-context.tsx'
import { PhoneSheet } from '../kit/phone-sheet.tsx'
import { ConnectedLive } from '../live/connected-live.tsx'
import { LIVE } from '../live/live.text.ts'
import { ConnectedTripPlot } from '../trips/connected-trip-plot.tsx'
import { TRIP_PLOT } from '../trips/trips.text.ts'
import { ClusterPopup } from './cluster-popup.tsx'
import type { FleetActor } from './connected-list.tsx'
import { ConnectedPanel } from './connected-panel.tsx'
import { FLEET } from './fleet.text.ts'
import classes from './fleet-screen.module.css'
import { SelectedSheet, useSelectedVehicle } from './selected-vehicle.tsx'
import { useListState, useShownIds } from './use-list.ts'
import { useShowVehicle } from './use-show-vehicle.ts'
import { VEHICLE_POPUP } from './vehicle-popup.tsx'
import type { PanelsProps } from './wide-panels.tsx'

const PhonePlayback = lazy(() => import('./phone-playback.tsx'))

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
 * Hands the focus from the list's sheet to the card that comes over it, and back to what had it; a field would bring up the
 * keyboard, so it goes to the panel then, and to the handle where that is folded.
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
      const found = ['[tabindex="-1"]', 'button'].map((heir) =>
        sheet.current?.querySelector<HTMLElement>(heir),
      )
      for (const heir of [before.current, ...found])
        if (document.activeElement === document.body) heir?.focus({ preventScroll: true })
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
      <div data-covers="bottom" className={classes['sheetPlace']}>
        <PhoneSheet name={FLEET.panel} isAway={isCovered} ref={sheet}>
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

/** The panels below 768 px: the map is the screen, the rest comes up from below (MAP-19). */
export const PhonePanels = ({ fleet, playback, registration }: PanelsProps) => {
  const mode = useSelector(fleet, selectMode)
  const tripPlot = useSelector(fleet, selectTripPlot)
  if (playback !== null)
    return (
      <Suspense>
        <PhonePlayback playback={playback} registration={registration} />
      </Suspense>
    )
  if (mode === 'live')
    return (
      <div data-covers="bottom" className={classes['sheetPlace']}>
        <PhoneSheet name={LIVE.card}>
          <ConnectedLive fleet={fleet} />
        </PhoneSheet>
      </div>
    )
  if (tripPlot !== undefined)
    return (
      <div data-covers="bottom" className={classes['sheetPlace']}>
        <PhoneSheet name={TRIP_PLOT.card}>
          <ConnectedTripPlot fleet={fleet} actor={tripPlot} />
        </PhoneSheet>
      </div>
    )
  return <PhoneList fleet={fleet} />
}
