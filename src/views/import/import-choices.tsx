import { Radio, Select } from '@mantine/core'
import {
  type ImportChoices,
  type ImportQuestion,
  MAX_REGISTRATION_LENGTH,
} from '#contract/records/position-import.ts'
import { PLACE_ORDERS } from '#domain/place-order.ts'
import { KMPH_PER, type SpeedUnit } from '#domain/units.ts'
import type { Failure } from '#src/machines/kit/failure.ts'
import {
  DATE_ORDER_LABEL,
  GALLON_LABEL,
  IMPORT_CHOICES,
  PLACE_ORDER_LABEL,
  SPEED_UNIT_LABEL,
} from '#src/texts/en/import.ts'
import { fieldText } from '../kit/failure-text.ts'
import { formatDayText } from '../kit/formats.ts'
import { NOT_KNOWN } from '../kit/measures.ts'
import { TextField } from '../kit/text-field.tsx'
import classes from './import.module.css'

const UNITS = [...(Object.keys(KMPH_PER) as SpeedUnit[]), 'none'] as const
const GALLONS = ['usGallon', 'imperialGallon'] as const
/** Browsers list some zones by older names only. */
const ZONES = [...new Set(['Asia/Kolkata', 'UTC', ...Intl.supportedValuesOf('timeZone')])]
const ZONES_SHOWN = 60

type Change = { choices: ImportChoices; onChange: (choices: ImportChoices) => void }

/** A question of which one answer is chosen. */
const OneOf = <T extends string>({
  label,
  value,
  answers,
  onChoose,
}: {
  label: string
  value: T | null
  answers: ReadonlyArray<{ readonly value: T; readonly label: string }>
  onChoose: (value: T | null) => void
}) => (
  <Radio.Group
    className={classes['question']}
    label={label}
    value={value}
    onChange={(chosen) => onChoose(answers.find((answer) => answer.value === chosen)?.value ?? null)}
  >
    <div className={classes['answers']}>
      {answers.map((answer) => (
        <Radio key={answer.value} value={answer.value} label={answer.label} />
      ))}
    </div>
  </Radio.Group>
)

const Question = ({ question, choices, onChange }: Change & { question: ImportQuestion }) => {
  switch (question.kind) {
    case 'gallon':
      return (
        <OneOf
          label={IMPORT_CHOICES.gallonQuestion({ column: question.column })}
          value={choices.gallon}
          answers={GALLONS.map((gallon) => ({ value: gallon, label: GALLON_LABEL[gallon] }))}
          onChoose={(gallon) => onChange({ ...choices, gallon })}
        />
      )
    case 'dates':
      return (
        <OneOf
          label={IMPORT_CHOICES.dateQuestion({ example: question.example })}
          value={choices.dateOrder}
          answers={question.readings.map(({ order, day }) => ({
            value: order,
            label: DATE_ORDER_LABEL[order]({ day: day === null ? NOT_KNOWN : formatDayText(day, true) }),
          }))}
          onChoose={(dateOrder) => onChange({ ...choices, dateOrder })}
        />
      )
    case 'places':
      return (
        <OneOf
          label={IMPORT_CHOICES.placeQuestion({ example: question.example })}
          value={choices.placeOrder}
          answers={PLACE_ORDERS.map((order) => ({ value: order, label: PLACE_ORDER_LABEL[order] }))}
          onChoose={(placeOrder) => onChange({ ...choices, placeOrder })}
        />
      )
    case 'speed':
      return (
        <OneOf
          label={(question.vehicle === null
            ? IMPORT_CHOICES.speedQuestion
            : IMPORT_CHOICES.speedQuestionOfPart)({
            vehicle: question.vehicle ?? '',
            direction: question.ratio < 1 ? 'higher' : 'lower',
            times: Math.max(question.ratio, 1 / question.ratio),
            read: SPEED_UNIT_LABEL[question.readAs],
            looksLike: SPEED_UNIT_LABEL[question.looksLike],
          })}
          value={choices.speedUnit}
          answers={UNITS.map((unit) => ({ value: unit, label: SPEED_UNIT_LABEL[unit] }))}
          onChoose={(speedUnit) => onChange({ ...choices, speedUnit })}
        />
      )
    case 'vehicle':
      return (
        <div className={classes['question']}>
          <TextField
            label={IMPORT_CHOICES.vehicleQuestion}
            description={IMPORT_CHOICES.vehicleQuestionHint}
            most={MAX_REGISTRATION_LENGTH}
            value={choices.vehicle ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...choices, vehicle: value.trim() === '' ? null : value })
            }
          />
        </div>
      )
  }
}

/** What the check asks for, each with its answers. */
export const Questions = ({ questions, ...change }: Change & { questions: readonly ImportQuestion[] }) =>
  questions.map((question) => <Question key={question.kind} question={question} {...change} />)

/** How the file is read: the same options as the import command has. */
export const ChoicesForm = ({
  choices,
  timeZone,
  failure,
  isVehicleOpen,
  onChange,
}: Change & {
  /** The zone in use. */
  timeZone: string
  failure: Failure | null
  /** Whether a question asks for the vehicle. */
  isVehicleOpen: boolean
}) => (
  <div className={classes['choices']}>
    {isVehicleOpen ? null : (
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
    )}
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
