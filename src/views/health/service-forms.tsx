import { Button, TextInput } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { MAX_TEXT_LENGTH } from '#contract/constants.ts'
import { QUESTIONS } from '#contract/errors.ts'
import type { ServiceReminder } from '#contract/records/health.ts'
import { SERVICE_INTERVAL_LIMITS, SERVICE_MEASURES, type ServiceInterval } from '#domain/service.ts'
import { dayText, instantOf } from '#domain/zone-time.ts'
import { selectChangeFailure, selectIsChangingService } from '#src/machines/health/health.selectors.ts'
import { currentConventions } from '#src/texts/conventions.ts'
import { SERVICE, SERVICE_FORM } from '#src/texts/en/health.ts'
import { useServices } from '../kit/app-context.tsx'
import { BusyButton } from '../kit/buttons.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { FailureNote } from '../kit/failure-note.tsx'
import { formatMeasure, odometerMeasure } from '../kit/measures.ts'
import { parseNumber } from '../kit/number-field.tsx'
import { TextField, tooLongText } from '../kit/text-field.tsx'
import classes from './health.module.css'
import type { HealthActor } from './health-filters.tsx'

const MAX_ODO_KM = 5_000_000

type FormProps = { readonly health: HealthActor; readonly reminder: ServiceReminder }

/** Stands for the interval of the truck's segment, beside what the fields hold. */
const DEFAULT = 'default'

/** A form in a dialog, with why it could not be saved. */
const FormDialog = ({
  health,
  title,
  values,
  onSave,
  onDefault,
  children,
}: {
  health: HealthActor
  title: string
  /** What the fields hold: what is asked of the user is confirmed only as it was asked. */
  values: string
  onSave: (isConfirmed: boolean) => void
  onDefault?: ((isConfirmed: boolean) => void) | undefined
  children: ReactNode
}) => {
  const failure = useSelector(health, selectChangeFailure)
  const isBusy = useSelector(health, selectIsChangingService)
  const [sent, setSent] = useState('')
  const [before, setBefore] = useState<typeof failure>(null)
  const current = failure === before ? null : failure
  const isQuestion = (what: string) => QUESTIONS.has(current?.code ?? '') && sent === what
  const send = (what: string, save: (isConfirmed: boolean) => void) => {
    setSent(what)
    setBefore(failure)
    save(isQuestion(what))
  }
  return (
    <Dialog
      title={title}
      size={440}
      closeName={SERVICE_FORM.close}
      onClose={() => health.send({ type: 'health.formClosed' })}
    >
      <form
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send(values, onSave)
        }}
      >
        <FailureNote failure={current} away={SERVICE_FORM.failed} isSmall />
        {children}
        <div className={classes['formActions']}>
          <BusyButton type="submit" busy={isBusy}>
            {isQuestion(values) ? SERVICE_FORM.saveAnyway : SERVICE_FORM.save}
          </BusyButton>
          {onDefault === undefined ? null : (
            <Button variant="default" onClick={() => send(DEFAULT, onDefault)}>
              {isQuestion(DEFAULT) ? SERVICE_FORM.saveAnyway : SERVICE_FORM.useDefault}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

/** Noon of a day in the company's zone, or now on the day that it is; NaN for what is no day, and for one in the future. */
const doneAtOf = (day: string, now: number): number => {
  const { timeZone } = currentConventions()
  const today = dayText(now, timeZone)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || day > today) return Number.NaN
  return day === today ? now : instantOf(day, 12, timeZone)
}

/** Records that a service was done. */
export const RecordForm = ({ health, reminder: { vehicleId, registrationId, odo: shown } }: FormProps) => {
  const { serverNow } = useServices()
  const [now] = useState(serverNow)
  const today = dayText(now, currentConventions().timeZone)
  const [day, setDay] = useState(today)
  const [odometer, setOdometer] = useState('')
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const doneAt = doneAtOf(day, now)
  const odo = odometer.trim() === '' ? null : parseNumber(odometer)
  const isOdoWrong = odometer.trim() !== '' && (odo === null || odo < 0 || odo > MAX_ODO_KM)
  const save = (isConfirmed: boolean) => {
    setTried(true)
    if (Number.isNaN(doneAt) || isOdoWrong || tooLongText(note, MAX_TEXT_LENGTH.short) !== null) return
    health.send({
      type: 'health.serviceChanged',
      change: { kind: 'record', vehicleId, doneAt, odo, note: note.trim(), isConfirmed },
    })
  }
  return (
    <FormDialog
      health={health}
      title={SERVICE.recordOf({ registration: registrationId })}
      values={`${day} ${odometer}`}
      onSave={save}
    >
      <TextInput
        type="date"
        label={SERVICE_FORM.date}
        max={today}
        value={day}
        error={isTried && Number.isNaN(doneAt) ? SERVICE_FORM.dateWrong : null}
        onChange={({ currentTarget: { value } }) => setDay(value)}
      />
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        label={SERVICE_FORM.odometer}
        description={
          shown === null
            ? SERVICE_FORM.odometerHint
            : `${SERVICE_FORM.odometerHint} ${SERVICE_FORM.reported({ odometer: formatMeasure(odometerMeasure(shown)) })}`
        }
        value={odometer}
        error={isTried && isOdoWrong ? SERVICE_FORM.odometerWrong : null}
        onChange={({ currentTarget: { value } }) => setOdometer(value)}
      />
      <TextField
        autoComplete="off"
        label={SERVICE_FORM.note}
        most={MAX_TEXT_LENGTH.short}
        value={note}
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
    </FormDialog>
  )
}

type Texts = Readonly<Record<keyof ServiceInterval, string>>

/** A whole number within the limits, null for an empty field, NaN for anything else. */
const intervalOf = (measure: keyof ServiceInterval, text: string): number | null => {
  if (text.trim() === '') return null
  const { min, max } = SERVICE_INTERVAL_LIMITS[measure]
  const number = parseNumber(text)
  return number !== null && Number.isInteger(number) && number >= min && number <= max ? number : Number.NaN
}

/** Sets how often a truck is serviced. */
export const IntervalForm = ({ health, reminder }: FormProps) => {
  const { vehicleId, registrationId, interval, hasOwnInterval } = reminder
  const [texts, setTexts] = useState<Texts>({
    km: String(interval.km ?? ''),
    hours: String(interval.hours ?? ''),
    days: String(interval.days ?? ''),
  })
  const [isTried, setTried] = useState(false)
  const values: ServiceInterval = {
    km: intervalOf('km', texts.km),
    hours: intervalOf('hours', texts.hours),
    days: intervalOf('days', texts.days),
  }
  const send = (next: ServiceInterval | null, isConfirmed: boolean) =>
    health.send({
      type: 'health.serviceChanged',
      change: { kind: 'interval', vehicleId, interval: next, isConfirmed },
    })
  const save = (isConfirmed: boolean) => {
    setTried(true)
    if (!Object.values(values).some((value) => Number.isNaN(value))) send(values, isConfirmed)
  }
  return (
    <FormDialog
      health={health}
      title={SERVICE.intervalOf({ registration: registrationId })}
      values={JSON.stringify(values)}
      onSave={save}
      onDefault={hasOwnInterval ? (isConfirmed) => send(null, isConfirmed) : undefined}
    >
      <p className={classes['muted']}>{SERVICE_FORM.intervalHint}</p>
      {SERVICE_MEASURES.map((measure) => (
        <TextInput
          key={measure}
          inputMode="numeric"
          autoComplete="off"
          label={SERVICE_FORM[measure]}
          value={texts[measure]}
          error={
            isTried && Number.isNaN(values[measure])
              ? SERVICE_FORM.intervalWrong(SERVICE_INTERVAL_LIMITS[measure])
              : null
          }
          onChange={({ currentTarget: { value } }) => setTexts({ ...texts, [measure]: value })}
        />
      ))}
    </FormDialog>
  )
}
