import { SegmentedControl, Select } from '@mantine/core'
import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { CellCount } from '#src/machines/grid-map/grid-map.logic.ts'
import type { FleetStore } from '#src/services/fleet-store/fleet-store.types.ts'
import { IconButton } from '../kit/icon-button.tsx'
import classes from './grid-map.module.css'
import { GRID } from './grid-map.text.ts'

const MOST_CHOICES = 50

/** The loaded vehicles that are not in the grid, by registration. */
const useChoices = (store: FleetStore, version: number, taken: readonly number[]) =>
  useMemo(() => {
    void version
    const { vehicleId } = store.columns
    return Array.from({ length: store.size }, (_, slot) => vehicleId[slot] ?? 0)
      .filter((id) => !taken.includes(id))
      .map((id) => ({ value: String(id), label: store.record(id)?.registrationId ?? '' }))
      .toSorted((a, b) => a.label.localeCompare(b.label))
  }, [store, version, taken])

/** The way back, how many maps there are, and what can be added. */
export const GridBar = ({
  store,
  membership,
  shown,
  cells,
  canAdd,
  isPhone,
  onBack,
  onCells,
  onAdd,
}: {
  store: FleetStore
  /** Changes when vehicles come or go. */
  membership: number
  shown: readonly number[]
  cells: CellCount
  canAdd: boolean
  isPhone: boolean
  onBack: () => void
  onCells: (cells: CellCount) => void
  onAdd: (vehicleId: number) => void
}) => (
  <div className={classes['bar']}>
    <IconButton icon={IconArrowLeft} name={GRID.back} onPress={onBack} />
    <h1>{GRID.title}</h1>
    <Select
      className={classes['add'] ?? ''}
      aria-label={canAdd ? GRID.add : GRID.full}
      placeholder={canAdd ? GRID.add : GRID.full}
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      // Not disabled: who adds the ninth from the keyboard keeps the focus.
      {...(canAdd ? {} : { readOnly: true, dropdownOpened: false })}
      searchable
      limit={MOST_CHOICES}
      nothingFoundMessage={GRID.noneFound}
      value={null}
      data={useChoices(store, membership, shown)}
      onChange={(value) => {
        if (value !== null) onAdd(Number(value))
      }}
    />
    {isPhone ? null : (
      <SegmentedControl
        aria-label={GRID.cells}
        value={String(cells)}
        onChange={(value) => onCells(value === '9' ? 9 : 4)}
        data={[
          { value: '4', label: GRID.four },
          { value: '9', label: GRID.nine },
        ]}
      />
    )}
  </div>
)
