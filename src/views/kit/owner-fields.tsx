import { NativeSelect, Select } from '@mantine/core'
import { useServices } from './app-context.tsx'

/** How many vehicles the choice lists before it is searched. */
const LISTED_VEHICLES = 50

type Names = {
  /** The accessible name. */
  readonly name: string
  /** Stands for all of them. */
  readonly all: string
}

/** Chooses one vehicle by its registration, or all. The vehicles are listed once they are loaded. */
export const VehicleField = ({
  name,
  all,
  noMatch,
  isLoaded,
  vehicleId,
  className,
  onChoose,
}: Names & {
  noMatch: string
  isLoaded: boolean
  vehicleId: number | null
  className?: string | undefined
  onChoose: (vehicleId: number | null) => void
}) => {
  const { vehicleOptions } = useServices()
  const data = isLoaded
    ? vehicleOptions
        .list()
        .map(({ vehicleId: id, registrationId }) => ({ value: String(id), label: registrationId }))
    : []
  return (
    <Select
      className={className ?? ''}
      aria-label={name}
      placeholder={all}
      nothingFoundMessage={noMatch}
      data={data}
      limit={LISTED_VEHICLES}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': all }}
      value={vehicleId === null ? null : String(vehicleId)}
      onChange={(value) => onChoose(value === null ? null : Number(value))}
    />
  )
}

/** Chooses one group, or all. */
export const GroupField = ({
  name,
  all,
  groups,
  groupId,
  className,
  onChoose,
}: Names & {
  groups: readonly { readonly groupId: number; readonly groupName: string }[]
  groupId: number | null
  className?: string | undefined
  onChoose: (groupId: number | null) => void
}) => (
  <NativeSelect
    className={className ?? ''}
    aria-label={name}
    value={String(groupId ?? '')}
    data={[
      { value: '', label: all },
      ...groups.map((group) => ({ value: String(group.groupId), label: group.groupName })),
    ]}
    onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : Number(value))}
  />
)
