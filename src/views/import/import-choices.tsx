import { Radio, Select } from '@mantine/core'
import {
  type ImportChoices,
  type ImportQuestion,
  MAX_REGISTRATION_LENGTH,
} from '#contract/records/position-import.ts'
import { KMPH_PER, type SpeedUnit } from '#domain/units.ts'
import type { Failure } from '#src/machines/kit/failure.ts'
import { GALLON_LABEL, IMPORT_CHOICES, SPEED_UNIT_LABEL } from '#src/texts/en/import.ts'
import { fieldText } from '../kit/failure-text.ts'
import { TextField } from '../kit/text-field.tsx'
import classes from './import.module.css'

const UNITS = [...(Object.keys(KMPH_PER) as SpeedUnit[]), 'none'] as const
const GALLONS = ['usGallon', 'imperialGallon'] as const
/** Browsers list some zones by older names only. */
const ZONES = [...new Set(['Asia/Kolkata', 'UTC', ...Intl.supportedValuesOf('timeZone')])]
const ZONES_SHOWN = 60

/** What the check asks for, each with its answers. */
export const Questions = ({
  questions,
  choices,
  onChange,
}: {
  questions: readonly ImportQuestion[]
  choices: ImportChoices
  onChange: (choices: ImportChoices) => void
}) =>
  questions.map((question) =>
    question.kind === 'gallon' ? (
      <Radio.Group
        key="gallon"
        className={classes['question']}
        label={IMPORT_CHOICES.gallonQuestion({ column: question.column })}
        value={choices.gallon}
        onChange={(value) =>
          onChange({ ...choices, gallon: GALLONS.find((known) => known === value) ?? null })
        }
      >
        <div className={classes['answers']}>
          {GALLONS.map((gallon) => (
            <Radio key={gallon} value={gallon} label={GALLON_LABEL[gallon]} />
          ))}
        </div>
      </Radio.Group>
    ) : (
      <Radio.Group
        key="speed"
        className={classes['question']}
        label={IMPORT_CHOICES.speedQuestion({
          direction: question.ratio < 1 ? 'higher' : 'lower',
          times: Math.max(question.ratio, 1 / question.ratio),
          read: SPEED_UNIT_LABEL[question.readAs],
          looksLike: SPEED_UNIT_LABEL[question.looksLike],
        })}
        value={choices.speedUnit}
        onChange={(value) =>
          onChange({ ...choices, speedUnit: UNITS.find((known) => known === value) ?? null })
        }
      >
        <div className={classes['answers']}>
          {UNITS.map((unit) => (
            <Radio key={unit} value={unit} label={SPEED_UNIT_LABEL[unit]} />
          ))}
        </div>
      </Radio.Group>
    ),
  )

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
    <TextField
      label={IMPORT_CHOICES.vehicle}
      description={IMPORT_CHOICES.vehicleHint}
      most={MAX_REGISTRATION_LENGTH}
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
