import { Button, Checkbox } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft, IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { VehicleOption } from '#contract/records/vehicle-option.ts'
import { searchKey } from '#contract/registration.ts'
import { batchLabels } from '#src/machines/fleet/list-memo.logic.ts'
import type { vehicleChoiceMachine } from '#src/machines/vehicle-choice/vehicle-choice.machine.ts'
import {
  selectHasChoiceFailed,
  selectIsChoiceLoading,
  selectPicked,
} from '#src/machines/vehicle-choice/vehicle-choice.selectors.ts'
import { useServices } from '../kit/app-context.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { IconButton } from '../kit/icon-button.tsx'
import { Plate } from '../kit/plate.tsx'
import { SearchField } from '../kit/search-field.tsx'
import { shownStatus } from '../kit/status.ts'
import { StatusMark } from '../kit/status-mark.tsx'
import { takeFocus } from '../kit/take-focus.ts'
import classes from './vehicle-choice.module.css'
import { CHOICE } from './vehicle-choice.text.ts'

type ChoiceActor = ActorRefFrom<typeof vehicleChoiceMachine>

const ROW_PX = 56

const CHECKBOX = {
  root: classes['box'] ?? '',
  body: classes['boxBody'] ?? '',
  labelWrapper: classes['boxLabel'] ?? '',
  label: classes['label'] ?? '',
}

const factOf = ({ tripDetail, lastUpdatedDate, lastUpdatedTime }: VehicleOption): string => {
  if (tripDetail !== null) return CHOICE.tripTo(tripDetail.toCity)
  return lastUpdatedDate === '' ? CHOICE.neverUpdated : CHOICE.lastUpdated(lastUpdatedDate, lastUpdatedTime)
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
    <div className={classes['scroll']} ref={setScroll}>
      <ul className={classes['rows']} style={{ height: rows.getTotalSize() }} aria-label={CHOICE.vehicles}>
        {rows.getVirtualItems().map(({ key, index, start }) => {
          const option = options[index]
          if (option === undefined) return null
          return (
            <li
              key={key}
              className={classes['row']}
              style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
              aria-posinset={index + 1}
              aria-setsize={options.length}
            >
              <Checkbox
                classNames={CHECKBOX}
                checked={picked.has(option.vehicleId)}
                onChange={() => onToggle(option.vehicleId)}
                label={
                  <>
                    <Plate registration={option.registrationId} />
                    <span className={classes['fact']}>{factOf(option)}</span>
                    <StatusMark status={shownStatus(option.vehicleStatus)} />
                  </>
                }
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const Choosing = ({ choice, options }: { choice: ChoiceActor; options: readonly VehicleOption[] }) => {
  const [search, setSearch] = useState('')
  const pickedIds = useSelector(choice, selectPicked)
  const picked = useMemo(() => new Set(pickedIds), [pickedIds])
  const key = searchKey(search)
  const found = useMemo(
    () =>
      key === '' ? options : options.filter(({ registrationId }) => searchKey(registrationId).includes(key)),
    [options, key],
  )
  const areAll = found.length > 0 && found.every(({ vehicleId }) => picked.has(vehicleId))
  const areSome = found.some(({ vehicleId }) => picked.has(vehicleId))
  return (
    <>
      <div className={classes['tools']}>
        <SearchField name={CHOICE.search} clear={CHOICE.clearSearch} value={search} onSearch={setSearch} />
        <div className={classes['all']}>
          <Checkbox
            label={key === '' ? CHOICE.all : CHOICE.allFound(found.length)}
            checked={areAll}
            indeterminate={areSome && !areAll}
            disabled={found.length === 0}
            onChange={() =>
              choice.send({
                type: 'vehicleChoice.allToggled',
                vehicleIds: found.map(({ vehicleId }) => vehicleId),
              })
            }
          />
          <span className={classes['batches']}>{batchLabels(picked.size).join(', ')}</span>
        </div>
      </div>
      {found.length === 0 ? (
        <div className={classes['state']}>
          <EmptyState icon={IconSearch} title={CHOICE.noMatch} text={search} />
        </div>
      ) : (
        <Rows
          options={found}
          picked={picked}
          onToggle={(vehicleId) => choice.send({ type: 'vehicleChoice.toggled', vehicleId })}
        />
      )}
    </>
  )
}

/** Vehicles by checkboxes, in the place of the list: 250 at most, in batches of 50 (MAP-51 to 53). */
const VehicleChoice = ({ choice }: { choice: ChoiceActor }) => {
  const { vehicleOptions } = useServices()
  const isLoading = useSelector(choice, selectIsChoiceLoading)
  const hasFailed = useSelector(choice, selectHasChoiceFailed)
  const picked = useSelector(choice, selectPicked)
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      className={classes['choice']}
      aria-label={CHOICE.title}
      aria-busy={isLoading}
    >
      <div className={classes['head']}>
        <IconButton
          icon={IconArrowLeft}
          name={CHOICE.close}
          quiet
          onPress={() => choice.send({ type: 'vehicleChoice.cancelled' })}
        />
        <h1 className={classes['title']}>{CHOICE.title}</h1>
        <span className={classes['count']} role="status" aria-label={CHOICE.countSpoken(picked.length)}>
          {CHOICE.count(picked.length)}
        </span>
      </div>
      {isLoading ? (
        <div className={classes['state']} role="status">
          {CHOICE.loading}
        </div>
      ) : hasFailed ? (
        <div className={classes['state']} role="alert">
          <EmptyState icon={IconAlertTriangle} title={CHOICE.failed} text={CHOICE.failedText}>
            <Button onClick={() => choice.send({ type: 'vehicleChoice.retry' })}>{CHOICE.retry}</Button>
          </EmptyState>
        </div>
      ) : (
        <Choosing choice={choice} options={vehicleOptions.list()} />
      )}
      <div className={classes['actions']}>
        <Button disabled={isLoading} onClick={() => choice.send({ type: 'vehicleChoice.applied' })}>
          {CHOICE.show}
        </Button>
        <Button variant="default" onClick={() => choice.send({ type: 'vehicleChoice.cancelled' })}>
          {CHOICE.cancel}
        </Button>
      </div>
    </section>
  )
}

export default VehicleChoice
