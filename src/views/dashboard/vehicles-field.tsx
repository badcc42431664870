import { FILTER } from '#src/texts/en/filters.ts'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { MultiSelect } from '@mantine/core'
import { useMemo } from 'react'
import { SELECTION } from '#contract/constants.ts'
import { DASHBOARD } from '#src/texts/en/dashboard.ts'
import { VEHICLE_SELECTION } from '#src/texts/en/fleet-filter.ts'
import { useServices } from '../kit/app-context.tsx'
import classes from './vehicles-field.module.css'

/** How many vehicles the choice lists before it is searched. */
const LISTED_VEHICLES = 50

/** The vehicles whose figures are shown (DSH-04), at most those of a selection (OPEN-51); none chosen means all. They are listed once they are loaded. */
export const VehiclesField = ({
  chosen,
  isLoaded,
  onChoose,
}: {
  readonly chosen: readonly number[]
  readonly isLoaded: boolean
  readonly onChoose: (vehicleIds: readonly number[]) => void
}) => {
  const { vehicleOptions } = useServices()
  const data = useMemo(
    () =>
      isLoaded
        ? vehicleOptions
            .list()
            .map(({ vehicleId, registrationId }) => ({ value: String(vehicleId), label: registrationId }))
        : [],
    [vehicleOptions, isLoaded],
  )
  const isFull = chosen.length >= SELECTION.max
  const some = chosen.length === 0 ? FILTER.allVehicles : DASHBOARD.someVehicles({ count: chosen.length })
  return (
    <MultiSelect
      className={classes['field'] ?? ''}
      classNames={{ pillsList: classes['chosen'] ?? '', options: classes['options'] ?? '' }}
      comboboxProps={{ withinPortal: false }}
      withScrollArea={false}
      aria-label={DASHBOARD.vehicles}
      placeholder={isLoaded && chosen.length > 0 ? '' : some}
      nothingFoundMessage={FILTER.noMatch}
      data={data}
      limit={LISTED_VEHICLES}
      maxValues={SELECTION.max}
      description={isFull ? VEHICLE_SELECTION.full({ most: SELECTION.max }) : undefined}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': FILTER.allVehicles }}
      value={isLoaded ? chosen.map(String) : []}
      onChange={(values) => onChoose(values.map(Number))}
    />
  )
}
