import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { FormEvent } from 'react'
import { LIVE_SHARE } from '#contract/constants.ts'
import { SHARE_ENDS, type ShareEnd } from '#contract/records/live-share.ts'
import { zoneClock } from '#domain/company-time.ts'
import { isoText } from '#domain/zone-time.ts'
import type { LiveLinksActor } from '#src/machines/live-share/live-links.machine.ts'
import type { ShareForm, ShareSubject } from '#src/machines/live-share/live-links.ports.ts'
import {
  selectFenceChoices,
  selectHasNoFences,
  selectIsLinkBusy,
  selectLinksFailure,
  selectShareForm,
  selectShareSubject,
} from '#src/machines/live-share/live-links.selectors.ts'
import { currentConventions } from '#src/texts/conventions.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { LIVE_LINKS } from '#src/texts/en/live-share.ts'
import { useServices } from '../kit/app-context.tsx'
import { BusyButton } from '../kit/buttons.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { FailureNote } from '../kit/failure-note.tsx'
import { TextField, tooLongText } from '../kit/text-field.tsx'
import { Plate } from '../kit/vehicle.tsx'
import classes from './share-dialogs.module.css'

/** The offered lengths of a link in hours (OPEN-43); `custom` is a date and time. */
export const HOURS = [1, 8, 24] as const

/** How many registrations are named one by one. */
const NAMED = 4
const CUSTOM = 'custom'

/** What a `datetime-local` field holds, of ms UTC, by the clock of the page; '' for null. */
const fieldOf = (at: number | null): string =>
  at === null ? '' : isoText(at, currentConventions().timeZone).slice(0, 16)

/** ms UTC of what such a field holds; null if it is empty. */
const timeOf = (text: string): number | null => {
  const wall = Date.parse(`${text}:00Z`)
  return Number.isNaN(wall) ? null : zoneClock(currentConventions().timeZone)(wall)
}

const What = ({ subject }: { subject: ShareSubject }) => {
  const { fleetStore } = useServices()
  const nameOf = (vehicleId: number) => fleetStore.record(vehicleId)?.registrationId ?? ''
  if (subject.kind === 'trip')
    return (
      <div className={classes['what']}>{LIVE_LINKS.trip({ registration: nameOf(subject.vehicleId) })}</div>
    )
  const { vehicleIds } = subject
  return (
    <div className={classes['what']}>
      {vehicleIds.slice(0, NAMED).map((vehicleId) => (
        <Plate key={vehicleId} registration={nameOf(vehicleId)} />
      ))}
      {vehicleIds.length > NAMED ? LIVE_LINKS.more({ count: vehicleIds.length - NAMED }) : null}
    </div>
  )
}

const ofTime = ({ hours }: ShareForm): string => (hours === null ? CUSTOM : String(hours))

/** What the link ends by, and the field that belongs to it. */
const EndFields = ({ actor, subject }: { actor: LiveLinksActor; subject: ShareSubject }) => {
  const form = useSelector(actor, selectShareForm)
  const fences = useSelector(actor, selectFenceChoices)
  const hasNoFences = useSelector(actor, selectHasNoFences)
  const change = (next: Partial<ShareForm>) => actor.send({ type: 'links.formChanged', change: next })
  const ends = SHARE_ENDS.filter((end) => end !== 'trip' || subject.kind === 'trip')
  const days = LIVE_SHARE.maxDays
  return (
    <>
      <NativeSelect
        label={LIVE_LINKS.ends}
        description={
          form.endsBy === 'arrival'
            ? LIVE_LINKS.arrivalHint({ days })
            : form.endsBy === 'trip'
              ? LIVE_LINKS.tripHint({ days })
              : undefined
        }
        value={form.endsBy}
        data={ends.map((value) => ({ value, label: LIVE_LINKS.endsBy[value] }))}
        onChange={({ currentTarget }) => change({ endsBy: currentTarget.value as ShareEnd })}
      />
      {form.endsBy === 'time' ? (
        <NativeSelect
          label={LIVE_LINKS.howLong}
          value={ofTime(form)}
          data={[
            ...HOURS.map((count) => ({ value: String(count), label: LIVE_LINKS.hours({ count }) })),
            { value: CUSTOM, label: LIVE_LINKS.custom },
          ]}
          onChange={({ currentTarget: { value } }) =>
            change({ hours: value === CUSTOM ? null : Number(value) })
          }
        />
      ) : null}
      {form.endsBy === 'time' && form.hours === null ? (
        <TextInput
          type="datetime-local"
          required
          label={LIVE_LINKS.customAt}
          description={LIVE_LINKS.customHint({ days })}
          value={fieldOf(form.endsAt)}
          onChange={({ currentTarget }) => change({ endsAt: timeOf(currentTarget.value) })}
        />
      ) : null}
      {form.endsBy === 'arrival' ? (
        <NativeSelect
          required
          label={LIVE_LINKS.fence}
          error={hasNoFences ? LIVE_LINKS.fencesFailed : fences?.length === 0 ? LIVE_LINKS.noFences : null}
          value={form.geoFenceId === null ? '' : String(form.geoFenceId)}
          data={[
            { value: '', label: fences === null && !hasNoFences ? KIT.loading : LIVE_LINKS.chooseFence },
            ...(fences ?? []).map(({ geoFenceId, geoFenceName }) => ({
              value: String(geoFenceId),
              label: geoFenceName,
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            change({ geoFenceId: value === '' ? null : Number(value) })
          }
        />
      ) : null}
    </>
  )
}

/** The form that makes a live link. */
export const ShareFormDialog = ({ actor }: { actor: LiveLinksActor }) => {
  const subject = useSelector(actor, selectShareSubject)
  const form = useSelector(actor, selectShareForm)
  const isBusy = useSelector(actor, selectIsLinkBusy)
  const failure = useSelector(actor, selectLinksFailure)
  const close = () => actor.send({ type: 'links.closed' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (tooLongText(form.label, LIVE_SHARE.maxLabel) === null) actor.send({ type: 'links.submitted' })
  }
  if (subject === null) return null
  return (
    <Dialog title={LIVE_LINKS.createTitle} size={460} closeName={KIT.close} onClose={close}>
      <form className={classes['form']} onSubmit={submit}>
        <What subject={subject} />
        <p className={classes['lead']}>{LIVE_LINKS.lead}</p>
        <EndFields actor={actor} subject={subject} />
        <TextField
          label={LIVE_LINKS.label}
          description={LIVE_LINKS.labelHint}
          most={LIVE_SHARE.maxLabel}
          value={form.label}
          onChange={({ currentTarget }) =>
            actor.send({ type: 'links.formChanged', change: { label: currentTarget.value } })
          }
        />
        <FailureNote failure={failure} away={KIT.serverAway} />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={close}>
            {KIT.cancel}
          </Button>
          <BusyButton type="submit" busy={isBusy}>
            {LIVE_LINKS.create}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  )
}
