import { Select, TextInput } from '@mantine/core'
import { type ImportChoices, MAX_REGISTRATION_LENGTH } from '#contract/records/position-import.ts'
import { KMPH_PER, type SpeedUnit } from '#domain/units.ts'
import type { Failure } from '#src/machines/kit/failure.ts'
import { IMPORT_CHOICES, SPEED_UNIT_LABEL } from '#src/texts/en/import.ts'
import { fieldText } from '../kit/failure-text.ts'
import classes from './import.module.css'

const UNITS = Object.keys(KMPH_PER) as SpeedUnit[]
/** Browsers list some zones by older names only. */
const ZONES = [...new Set(['Asia/Kolkata', 'UTC', ...Intl.supportedValuesOf('timeZone')])]
const ZONES_SHOWN = 60

/** How the file is read: the same options as the import command has. */
export const ChoicesForm = ({
  choices,
  timeZone,
  failure,
  onChange,
}: {
  choices: ImportChoices
  /** The zone in use. */
  timeZone: string
  failure: Failure | null
  onChange: (choices: ImportChoices) => void
}) => (
  <div className={classes['choices']}>
    <TextInput
      label={IMPORT_CHOICES.vehicle}
      description={IMPORT_CHOICES.vehicleHint}
      maxLength={MAX_REGISTRATION_LENGTH}
      value={choices.vehicle ?? ''}
      error={fieldText(failure, 'vehicle')}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...choices, vehicle: value.trim() === '' ? null : value })
      }
    />
    <Select
      label={IMPORT_CHOICES.timeZone}
      placeholder={IMPORT_CHOICES.companyZone({ zone: timeZone })}
      data={ZONES}
      limit={ZONES_SHOWN}
      searchable
      clearable
      value={choices.timeZone}
      error={fieldText(failure, 'timeZone')}
      onChange={(zone) => onChange({ ...choices, timeZone: zone })}
    />
    <Select
      label={IMPORT_CHOICES.speedUnit}
      placeholder={IMPORT_CHOICES.speedUnitHint}
      data={UNITS.map((unit) => ({ value: unit, label: SPEED_UNIT_LABEL[unit] }))}
      clearable
      value={choices.speedUnit}
      onChange={(unit) => onChange({ ...choices, speedUnit: UNITS.find((known) => known === unit) ?? null })}
    />
  </div>
)
