import { Button, Checkbox } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft, IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { SELECTION } from '#contract/constants.ts'
import type { VehicleOption } from '#contract/records/fleet.ts'
import { registrationSearchKey } from '#domain/registration.ts'
import { shownStatus } from '#domain/status.ts'
import { batchLabels } from '#src/machines/fleet/list-restoration.logic.ts'
import type { vehicleSelectionMachine } from '#src/machines/fleet-filter/vehicle-selection.machine.ts'
import {
  selectHasSelectionFailed,
  selectIsSelectionLoading,
  selectPicked,
} from '#src/machines/fleet-filter/vehicle-selection.selectors.ts'
import { VEHICLE_SELECTION } from '#src/texts/en/fleet-filter.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { useServices } from '../kit/app-context.tsx'
import { IconButton } from '../kit/buttons.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { SCROLL, SearchField, VirtualRows } from '../kit/lists.tsx'
import { Panel, PanelHead, PanelState, PanelTotal } from '../kit/panel.tsx'
import { Plate, StatusIcon } from '../kit/vehicle.tsx'
import classes from './vehicle-selection.module.css'

type VehicleSelectionActor = ActorRefFrom<typeof vehicleSelectionMachine>

const ROW_PX = 56

const CHECKBOX = {
  root: classes['box'] ?? '',
  body: classes['boxBody'] ?? '',
  labelWrapper: classes['boxLabel'] ?? '',
  label: classes['label'] ?? '',
}

const factOf = ({ tripDetail, lastUpdatedDate, lastUpdatedTime }: VehicleOption): string => {
  if (tripDetail !== null) return VEHICLE_SELECTION.tripTo({ city: tripDetail.toCity })
  return lastUpdatedDate === ''
    ? KIT.noPosition
    : VEHICLE_SELECTION.lastUpdated({ date: lastUpdatedDate, time: lastUpdatedTime })
}

const Rows = ({
  options,
  picked,
  onToggle,
}: {
  options: readonly VehicleOption[]
  picked: ReadonlySet<number>
  onToggle: (vehicleId: number) => void
}) => {
  const [scroll, setScroll] = useState<HTMLDivElement | null>(null)
  const rows = useVirtualizer({
    count: options.length,
    getScrollElement: () => scroll,
    estimateSize: () => ROW_PX,
    overscan: 6,
    getItemKey: (place) => options[place]?.vehicleId ?? place,
  })
  return (
    <div className={SCROLL} ref={setScroll}>
      <VirtualRows
        name={VEHICLE_SELECTION.vehicles}
        items={rows.getVirtualItems()}
        totalPx={rows.getTotalSize()}
        count={options.length}
      >
        {(index) => {
          const option = options[index]
          if (option === undefined) return null
          return (
            <Checkbox
              classNames={CHECKBOX}
              checked={picked.has(option.vehicleId)}
              onChange={() => onToggle(option.vehicleId)}
              label={
                <>
                  <Plate registration={option.registrationId} />
                  <span className={classes['fact']}>{factOf(option)}</span>
                  <StatusIcon status={shownStatus(option.vehicleStatus)} />
                </>
              }
            />
          )
        }}
      </VirtualRows>
    </div>
  )
}

const SelectionForm = ({
  choice: selection,
  options,
}: {
  choice: VehicleSelectionActor
  options: readonly VehicleOption[]
}) => {
  const [search, setSearch] = useState('')
  const pickedIds = useSelector(selection, selectPicked)
  const picked = useMemo(() => new Set(pickedIds), [pickedIds])
  const key = registrationSearchKey(search)
  const found = useMemo(
    () =>
      key === ''
        ? options
        : options.filter(({ registrationId }) => registrationSearchKey(registrationId).includes(key)),
    [options, key],
  )
  const areAll = found.length > 0 && found.every(({ vehicleId }) => picked.has(vehicleId))
  const areSome = found.some(({ vehicleId }) => picked.has(vehicleId))
  return (
    <>
      <div className={classes['tools']}>
        <SearchField
          name={VEHICLE_SELECTION.search}
          clear={KIT.clearSearch}
          value={search}
          onSearch={setSearch}
        />
        <div className={classes['all']}>
          <Checkbox
            label={key === '' ? VEHICLE_SELECTION.all : VEHICLE_SELECTION.allFound({ count: found.length })}
            checked={areAll}
            indeterminate={areSome && !areAll}
            disabled={found.length === 0}
            onChange={() =>
              selection.send({
                type: 'vehicleSelection.allToggled',
                vehicleIds: found.map(({ vehicleId }) => vehicleId),
              })
            }
          />
          <span className={classes['batches']}>{batchLabels(picked.size).join(', ')}</span>
        </div>
      </div>
      {found.length === 0 ? (
        <PanelState>
          <EmptyState icon={IconSearch} title={VEHICLE_SELECTION.noMatch} text={search} />
        </PanelState>
      ) : (
        <Rows
          options={found}
          picked={picked}
          onToggle={(vehicleId) => selection.send({ type: 'vehicleSelection.toggled', vehicleId })}
        />
      )}
    </>
  )
}

/** Selects up to 250 vehicles by checkbox, in batches of 50; replaces the list (MAP-51 to 53). */
const VehicleSelection = ({ choice: selection }: { choice: VehicleSelectionActor }) => {
  const { vehicleOptions } = useServices()
  const isLoading = useSelector(selection, selectIsSelectionLoading)
  const hasFailed = useSelector(selection, selectHasSelectionFailed)
  const picked = useSelector(selection, selectPicked)
  return (
    <Panel name={VEHICLE_SELECTION.title} isBusy={isLoading} className={classes['selection']}>
      <PanelHead padding="6px 12px 6px 8px">
        <IconButton
          icon={IconArrowLeft}
          name={VEHICLE_SELECTION.close}
          quiet
          onPress={() => selection.send({ type: 'vehicleSelection.cancelled' })}
        />
        <h1 className={classes['title']}>{VEHICLE_SELECTION.title}</h1>
        <PanelTotal
          className={classes['count']}
          spoken={VEHICLE_SELECTION.countSpoken({ count: picked.length, most: SELECTION.max })}
        >
          {VEHICLE_SELECTION.count({ count: picked.length, most: SELECTION.max })}
        </PanelTotal>
      </PanelHead>
      {isLoading ? (
        <PanelState role="status">{VEHICLE_SELECTION.loading}</PanelState>
      ) : hasFailed ? (
        <PanelState role="alert">
          <EmptyState icon={IconAlertTriangle} title={VEHICLE_SELECTION.failed} text={KIT.checkConnection}>
            <Button onClick={() => selection.send({ type: 'vehicleSelection.retry' })}>{KIT.retry}</Button>
          </EmptyState>
        </PanelState>
      ) : (
        <SelectionForm choice={selection} options={vehicleOptions.list()} />
      )}
      <div className={classes['actions']}>
        <Button disabled={isLoading} onClick={() => selection.send({ type: 'vehicleSelection.applied' })}>
          {VEHICLE_SELECTION.show}
        </Button>
        <Button variant="default" onClick={() => selection.send({ type: 'vehicleSelection.cancelled' })}>
          {KIT.cancel}
        </Button>
      </div>
    </Panel>
  )
}

export default VehicleSelection
