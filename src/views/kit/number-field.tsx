import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { NUMBER_FIELD } from '#src/texts/en/measures.ts'

/** The digits of every script begin with a zero, and the nine others follow it (Unicode Standard, 4.6). */
const digitOf = (letter: string): string => {
  let code = letter.codePointAt(0) ?? 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - 1))) code -= 1
  return String(((letter.codePointAt(0) ?? 0) - code) % 10)
}

/**
 * A number as people write it: in the digits of any script, with a point or a comma before its fraction, and grouped by blanks or by
 * the other of the two. null for anything else, and for one comma before three digits, which may be either.
 */
export const parseNumber = (text: string): number | null => {
  const plain = text
    .replaceAll(/\p{Nd}/gu, digitOf)
    .replaceAll(/[\s’']/g, '')
    .replace(/^−/, '-')
  const [commas, points] = [plain.split(',').length - 1, plain.split('.').length - 1]
  if (commas === 1 && points === 0 && /^-?[1-9]\d{0,2},\d{3}$/.test(plain)) return null
  const isCommaFraction = commas === 1 && (points === 0 || plain.lastIndexOf(',') > plain.lastIndexOf('.'))
  const [group, fraction] = isCommaFraction ? ['.', ','] : [',', '.']
  if (!isCommaFraction && points > 1) return null
  const number = plain.replaceAll(group, '').replace(fraction, '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(number) ? Number(number) : null
}

const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0

/** A number that is typed, or stepped with the arrow keys. Input that is no number is not reported, and says how to write one. */
export const NumberField = ({
  label,
  value,
  step,
  error,
  isSmall = false,
  isDisabled = false,
  onNumber,
}: {
  label: string
  value: number
  step: number
  error: string | undefined
  /** A low field whose label only screen readers read, for rows below a heading. */
  isSmall?: boolean
  isDisabled?: boolean
  onNumber: (value: number) => void
}) => {
  const [text, setText] = useState<string | null>(null)
  const isWrong = text !== null && text.trim() !== '' && parseNumber(text) === null
  return (
    <TextInput
      inputMode="decimal"
      role="spinbutton"
      aria-valuenow={value}
      autoComplete="off"
      {...(isSmall ? { 'aria-label': label, size: 'xs' } : { label })}
      value={text ?? String(value)}
      error={isWrong ? NUMBER_FIELD.example({ example: '1234.5' }) : (error ?? null)}
      disabled={isDisabled}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        const number = parseNumber(currentTarget.value)
        if (number !== null) onNumber(number)
      }}
      onKeyDown={(event) => {
        const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
        if (direction === undefined) return
        event.preventDefault()
        setText(null)
        onNumber(Number((value + direction * step).toFixed(Math.max(decimalsOf(step), decimalsOf(value)))))
      }}
      onBlur={() => setText(null)}
    />
  )
}
