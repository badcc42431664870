import { TextInput } from '@mantine/core'
import { useState } from 'react'

/** A figure that is typed or stepped with the arrow keys; what is no number yet is not told. */
export const FigureField = ({
  label,
  value,
  step,
  fault,
  isSmall = false,
  onFigure,
}: {
  label: string
  value: number
  step: number
  fault: string | undefined
  /** Low, and with its label for the ear alone: for rows of figures under a heading. */
  isSmall?: boolean
  onFigure: (value: number) => void
}) => {
  const [text, setText] = useState<string | null>(null)
  return (
    <TextInput
      type="number"
      inputMode="decimal"
      {...(isSmall ? { 'aria-label': label, size: 'xs' } : { label })}
      step={step}
      value={text ?? String(value)}
      error={fault ?? null}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        if (currentTarget.value !== '' && Number.isFinite(currentTarget.valueAsNumber))
          onFigure(currentTarget.valueAsNumber)
      }}
      onBlur={() => setText(null)}
    />
  )
}
