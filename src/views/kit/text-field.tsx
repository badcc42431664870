import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core'
import { TEXT_FIELD } from '#src/texts/en/kit.ts'

/** The part of the limit from which on the field counts what is written. */
const COUNTS_FROM = 0.8

/** That a text has more than `most` characters, as the server counts them; null if it fits. Blanks around it do not count. */
export const tooLongText = (text: string, most: number): string | null => {
  const used = text.trim().length
  return used > most ? TEXT_FIELD.tooLong({ used, most }) : null
}

type Limit = {
  readonly value: string
  /** Characters that the server takes: the constant that its schema checks by. */
  readonly most: number
}

const limited = ({
  value,
  most,
  error,
  description,
}: Limit & Pick<TextInputProps, 'error' | 'description'>): Pick<
  TextInputProps,
  'value' | 'error' | 'description'
> => {
  const used = value.trim().length
  const tooLong = tooLongText(value, most)
  const isCounted = tooLong === null && used > most * COUNTS_FROM
  return {
    value,
    error: tooLong ?? error,
    description: isCounted ? TEXT_FIELD.count({ used, most }) : description,
  }
}

/**
 * A text of one line with a limit. Nothing that is typed or pasted is cut: a longer text stays, with an error, and the form must not
 * send it (`tooLongText`). Near the limit the count replaces the description.
 */
export const TextField = ({
  most,
  value,
  error,
  description,
  ...props
}: Omit<TextInputProps, 'value' | 'maxLength'> & Limit) => (
  <TextInput {...props} {...limited({ value, most, error, description })} />
)

/** The same over several lines. */
export const TextArea = ({
  most,
  value,
  error,
  description,
  ...props
}: Omit<TextareaProps, 'value' | 'maxLength'> & Limit) => (
  <Textarea {...props} {...limited({ value, most, error, description })} />
)
