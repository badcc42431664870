import { KIT } from '#src/texts/en/kit.ts'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { MultiSelect, Switch } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { FenceFields } from '#src/machines/geofences/geofences.logic.ts'
import { selectAreChoicesFailed, selectChoices } from '#src/machines/geofences/geofences.selectors.ts'
import { GEOFENCES } from '#src/texts/en/geofences.ts'
import { RetryNote } from '../kit/empty-state.tsx'
import { ErrorNote, useFieldErrors } from './fence-dialogs.tsx'
import classes from './geofences.module.css'
import type { GeofencesActor } from './geofences-mode.tsx'

/** Choices listed at once; the others are found by typing. */
const MAX_LISTED = 50

const Choice = ({
  label,
  data,
  chosen,
  onChoose,
}: {
  label: string
  data: { value: string; label: string }[]
  chosen: readonly number[]
  onChoose: (ids: number[]) => void
}) => (
  <MultiSelect
    label={label}
    data={data}
    value={chosen.map(String)}
    limit={MAX_LISTED}
    searchable
    withScrollArea={false}
    classNames={{ options: classes['options'] ?? '' }}
    nothingFoundMessage={GEOFENCES.nothingFound}
    onChange={(values) => onChoose(values.map(Number))}
  />
)

const named = ({ id, name, vehicles }: { id: number; name: string; vehicles: number }) => ({
  value: String(id),
  label: GEOFENCES.groupOf({ name, count: vehicles }),
})

/** The vehicles a fence watches: all, else those selected, else those of groups, else those of regions (GEO-10). */
export const WatchFields = ({
  fences,
  fields,
  change,
}: {
  fences: GeofencesActor
  fields: FenceFields
  change: (fields: Partial<FenceFields>) => void
}) => {
  const choices = useSelector(fences, selectChoices)
  const isFailed = useSelector(fences, selectAreChoicesFailed)
  const error = useFieldErrors(fences).vehicleList
  const vehicles = useMemo(
    () =>
      (choices?.vehicles ?? []).map(({ vehicleId, registrationId }) => ({
        value: String(vehicleId),
        label: registrationId,
      })),
    [choices],
  )
  return (
    <fieldset tabIndex={-1} className={classes['section']}>
      <legend>{GEOFENCES.vehicles}</legend>
      <Switch
        label={GEOFENCES.allVehicles}
        checked={fields.appliesToAll}
        onChange={(event) => change({ appliesToAll: event.currentTarget.checked })}
      />
      {fields.appliesToAll ? null : (
        <>
          <p className={classes['note']}>{GEOFENCES.vehiclesNote}</p>
          {isFailed ? (
            <RetryNote
              text={GEOFENCES.choicesFailed}
              retry={KIT.retry}
              onRetry={() => fences.send({ type: 'choices.retry' })}
            />
          ) : null}
          {choices === null && !isFailed ? (
            <p role="status" className={classes['note']}>
              {GEOFENCES.choicesLoading}
            </p>
          ) : null}
          {choices === null ? null : (
            <>
              <Choice
                label={GEOFENCES.chosenVehicles}
                data={vehicles}
                chosen={fields.vehicleIds}
                onChoose={(vehicleIds) => change({ vehicleIds })}
              />
              <Choice
                label={GEOFENCES.groups}
                data={(choices?.groups ?? []).map(named)}
                chosen={fields.groupIds}
                onChoose={(groupIds) => change({ groupIds })}
              />
              <Choice
                label={GEOFENCES.regions}
                data={(choices?.regions ?? []).map(named)}
                chosen={fields.regionIds}
                onChoose={(regionIds) => change({ regionIds })}
              />
            </>
          )}
        </>
      )}
      {error === undefined ? null : <ErrorNote>{error}</ErrorNote>}
    </fieldset>
  )
}
