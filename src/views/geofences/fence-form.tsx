import { Button, Select, Switch, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconArrowLeft } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { FormEvent } from 'react'
import { waitFor } from 'xstate'
import { FENCE } from '#domain/fence-limits.ts'
import { fromPayloadTime, toPayloadTime } from '#domain/ist.ts'
import type { FenceFields } from '#src/machines/geofences/geofences.logic.ts'
import {
  selectCanRedo,
  selectCanUndo,
  selectFenceFailure,
  selectFields,
  selectFormId,
  selectFormRevision,
  selectIsBusy,
  selectIsReloading,
  selectOutdated,
} from '#src/machines/geofences/geofences.selectors.ts'
import { errorText } from '#src/texts/en/errors.ts'
import { FENCE_TYPES, GEOFENCES } from '#src/texts/en/geofences.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { BusyButton, IconButton } from '../kit/buttons.tsx'
import { ErrorBox } from '../kit/failure-note.tsx'
import { takeFocus } from '../kit/hooks.ts'
import { HourPicker } from '../kit/hour-picker.tsx'
import panelClasses from '../kit/panel.module.css'
import { PanelHead } from '../kit/panel.tsx'
import { TextField } from '../kit/text-field.tsx'
import { FenceFailure, useFieldErrors } from './fence-dialogs.tsx'
import classes from './geofences.module.css'
import type { GeofencesActor } from './geofences-mode.tsx'
import { ShapeFields } from './shape-fields.tsx'
import { WatchFields } from './watch-fields.tsx'

const ANY_HOUR = { min: 0, max: 23 } as const
const LAST_DAY = '2099-12-31'

type SectionProps = {
  readonly fences: GeofencesActor
  readonly fields: FenceFields
  readonly change: (fields: Partial<FenceFields>) => void
}

const Facts = ({ fences, fields, change }: SectionProps) => {
  const errors = useFieldErrors(fences)
  const day = (name: string, field: 'validFrom' | 'validTo') => (
    <HourPicker
      name={name}
      value={fromPayloadTime(fields[field]) ?? 0}
      maxDay={LAST_DAY}
      hours={ANY_HOUR}
      error={errors[field] ?? null}
      onChoose={(at) => change({ [field]: toPayloadTime(at) })}
    />
  )
  return (
    <div className={classes['section']}>
      <TextField
        label={GEOFENCES.name}
        value={fields.name}
        most={FENCE.maxNameLength}
        error={errors.geoFenceName ?? null}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Select
        label={GEOFENCES.type}
        data={Object.entries(FENCE_TYPES).map(([value, label]) => ({ value, label }))}
        value={String(fields.typeId)}
        allowDeselect={false}
        withScrollArea={false}
        error={errors.typeId ?? null}
        onChange={(value) => change({ typeId: Number(value) })}
      />
      <div className={classes['pair']}>
        {day(GEOFENCES.validFrom, 'validFrom')}
        {day(GEOFENCES.validTo, 'validTo')}
      </div>
    </div>
  )
}

const Alerts = ({ fields, change }: Omit<SectionProps, 'fences'>) => {
  const time = (name: string, field: 'entryNotificationTime' | 'exitNotificationTime', isOn: boolean) => (
    <TextInput
      type="time"
      label={name}
      description={GEOFENCES.timeNote}
      disabled={!isOn}
      value={fields[field] ?? ''}
      onChange={({ currentTarget: { value } }) => change({ [field]: value === '' ? null : value })}
    />
  )
  const flag = (name: string, field: 'entryAlert' | 'exitAlert' | 'skippedAlert') => (
    <Switch
      label={name}
      checked={fields[field]}
      onChange={(event) => change({ [field]: event.currentTarget.checked })}
    />
  )
  return (
    <fieldset className={classes['section']}>
      <legend>{GEOFENCES.alerts}</legend>
      {flag(GEOFENCES.entryAlert, 'entryAlert')}
      {flag(GEOFENCES.exitAlert, 'exitAlert')}
      {flag(GEOFENCES.skippedAlert, 'skippedAlert')}
      <div className={classes['pair']}>
        {time(GEOFENCES.entryTime, 'entryNotificationTime', fields.entryAlert)}
        {time(GEOFENCES.exitTime, 'exitNotificationTime', fields.exitAlert)}
      </div>
    </fieldset>
  )
}

/** Focuses the first wrong field or error once the errors have been rendered. A form that is gone has none. */
const focusFirstError = (form: HTMLFormElement) =>
  requestAnimationFrame(() => {
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"], [data-form-error]')
    wrong?.focus()
  })

/** The form of a fence. Save alone saves; each error shows at its field. */
export const FenceForm = ({ fences }: { fences: GeofencesActor }) => {
  const fields = useSelector(fences, selectFields)
  const id = useSelector(fences, selectFormId)
  const revision = useSelector(fences, selectFormRevision)
  const isBusy = useSelector(fences, selectIsBusy)
  const isReloading = useSelector(fences, selectIsReloading)
  const canUndo = useSelector(fences, selectCanUndo)
  const canRedo = useSelector(fences, selectCanRedo)
  const failure = useSelector(fences, selectFenceFailure)
  const outdated = useSelector(fences, selectOutdated)
  const cancel = () => fences.send({ type: 'fence.cancelled' })
  const change = (changed: Partial<FenceFields>) =>
    fences.send({ type: 'fence.fieldChanged', fields: changed })
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    fences.send({ type: 'fence.save' })
    // The server's errors come with its reply. The wait is rejected where the fences end before.
    waitFor(fences, (snapshot) => !selectIsBusy(snapshot)).then(
      () => focusFirstError(currentTarget),
      () => {},
    )
  }
  if (fields === null) return null
  const title = id === null ? GEOFENCES.newFence : GEOFENCES.editFence
  return (
    <form
      // A reloaded fence gets a new form, which takes the focus from the Reload button and announces its name.
      key={`${id} ${revision}`}
      ref={takeFocus}
      tabIndex={-1}
      className={panelClasses['panel']}
      aria-label={title}
      noValidate
      onSubmit={save}
    >
      <PanelHead padding="7px 8px">
        <IconButton icon={IconArrowLeft} name={KIT.cancel} quiet onPress={cancel} />
        <h1 className={classes['title']}>{title}</h1>
        <span className={classes['history']}>
          <IconButton
            icon={IconArrowBackUp}
            name={GEOFENCES.undo}
            quiet
            disabled={!canUndo}
            onPress={() => fences.send({ type: 'fence.undo' })}
          />
          <IconButton
            icon={IconArrowForwardUp}
            name={GEOFENCES.redo}
            quiet
            disabled={!canRedo}
            onPress={() => fences.send({ type: 'fence.redo' })}
          />
        </span>
      </PanelHead>
      {/* The `div` scrolls, because a scrolling fieldset jumps to its top when its content grows. */}
      <div className={classes['fields']}>
        <fieldset className={classes['together']} disabled={isReloading}>
          <ShapeFields fences={fences} />
          <Facts fences={fences} fields={fields} change={change} />
          <WatchFields fences={fences} fields={fields} change={change} />
          <Alerts fields={fields} change={change} />
        </fieldset>
      </div>
      <div className={classes['foot']}>
        <FenceFailure failure={failure} />
        {outdated === undefined ? null : (
          <>
            <ErrorBox isSmall>{errorText(outdated)}</ErrorBox>
            <BusyButton
              variant="default"
              busy={isReloading}
              disabled={isBusy && !isReloading}
              onClick={() => fences.send({ type: 'fence.reload' })}
            >
              {GEOFENCES.reload}
            </BusyButton>
          </>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" disabled={isBusy && !isReloading} onClick={cancel}>
            {KIT.cancel}
          </Button>
          <BusyButton type="submit" busy={isBusy && !isReloading} disabled={isReloading}>
            {GEOFENCES.save}
          </BusyButton>
        </div>
      </div>
    </form>
  )
}
