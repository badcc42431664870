import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { NumberField, parseNumber } from '#src/views/kit/number-field.tsx'
import { stubBrowserApis } from '#tests/kit/views/browser-stubs.ts'

afterEach(cleanup)

test.each([
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['-0,25', -0.25],
  ['−7', -7],
  [' 1 234,5 ', 1234.5],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ['12,34,567', 1_234_567],
  ['1’234', 1234],
  ['१२३४.५', 1234.5],
  ['௧௨,௫', 12.5],
  ['٣٤', 34],
  ['.5', 0.5],
  ['5.', 5],
  ['0,125', 0.125],
])('%j is understood as %d', (text, number) => {
  expect(parseNumber(text)).toBe(number)
})

test.each(['', '-', 'abc', '1,234', '1.2.3', '12 km', '1e5', '१२क', 'Infinity', '--1'])(
  '%j is no number that is beyond doubt',
  (text) => {
    expect(parseNumber(text)).toBeNull()
  },
)

const open = (value = 10) => {
  stubBrowserApis({ isPhone: false })
  const onNumber = vi.fn()
  render(
    <MantineProvider>
      <NumberField label="Radius" value={value} step={0.5} error={undefined} onNumber={onNumber} />
    </MantineProvider>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('Radius')
  return { field, onNumber }
}

test('what is no number stays in the field, is not reported and says how to write one', () => {
  const { field, onNumber } = open()
  fireEvent.change(field, { target: { value: '1,234' } })
  expect([field.value, onNumber.mock.calls.length]).toEqual(['1,234', 0])
  expect(screen.getByText('Write a number, such as 1234.5.')).toBeTruthy()
  fireEvent.change(field, { target: { value: '१२,५' } })
  expect(onNumber).toHaveBeenCalledExactlyOnceWith(12.5)
  expect(screen.queryByText(/Write a number/)).toBeNull()
})

test('the arrow keys step it, without losing decimals or adding any', () => {
  const { field, onNumber } = open(10.25)
  fireEvent.keyDown(field, { key: 'ArrowUp' })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'a' })
  expect(onNumber.mock.calls).toEqual([[10.75], [9.75]])
})
