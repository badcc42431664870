import { readdirSync, readFileSync } from 'node:fs'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { TextArea, TextField, tooLongText } from '#src/views/kit/text-field.tsx'
import { stubBrowserApis } from '#tests/kit/views/browser-stubs.ts'

afterEach(cleanup)

test.each([TextField, TextArea])('nothing that is pasted into a text with a limit is cut', (Field) => {
  stubBrowserApis()
  const Page = () => {
    const [value, setValue] = useState('')
    return (
      <MantineProvider>
        <Field
          label="Note"
          description="For the driver."
          most={10}
          value={value}
          onChange={(event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value)}
        />
      </MantineProvider>
    )
  }
  render(<Page />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' })
  const write = (value: string) => fireEvent.change(field, { target: { value } })
  expect(field.hasAttribute('maxlength')).toBe(false)
  expect(screen.getByText('For the driver.')).toBeTruthy()
  write('123456789')
  expect(screen.getByText('9 of 10 characters')).toBeTruthy()
  write(' 1234567890 ')
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
  write('12345678901')
  expect(field.value).toBe('12345678901')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Use at most 10 characters. These are 11.')).toBeTruthy()
})

test('a text is too long from the first character beyond its limit', () => {
  expect(tooLongText('1234', 4)).toBeNull()
  expect(tooLongText('12345', 4)).not.toBeNull()
})

test('no view lets the browser cut what is written', () => {
  const views = readdirSync('src/views', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  )
  expect(views.length).toBeGreaterThan(50)
  const cutting = views.filter((name) => readFileSync(`src/views/${name}`, 'utf8').includes('maxLength='))
  expect(cutting).toEqual([])
})
