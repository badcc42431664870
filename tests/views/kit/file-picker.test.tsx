import { readdirSync, readFileSync } from 'node:fs'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DropZone } from '#src/views/kit/drop-zone.tsx'
import { FilePicker } from '#src/views/kit/file-picker.tsx'
import { stubBrowserApis } from '#tests/kit/views/browser-stubs.ts'

afterEach(cleanup)

const input = (): HTMLInputElement => {
  const found = document.querySelector('input[type=file]')
  if (!(found instanceof HTMLInputElement)) throw new Error('There is no file input.')
  return found
}

test.each([
  [
    'a button',
    (onFile: (file: File) => void) => (
      <FilePicker accept=".kml" onFile={onFile}>
        {(props) => <button {...props}>Import</button>}
      </FilePicker>
    ),
  ],
  [
    'a drop zone',
    (onFile: (file: File) => void) => (
      <DropZone title="Positions" text="" button="Import" accept=".kml" onFile={onFile} />
    ),
  ],
])(
  '%s takes the same file again after it was corrected: a browser tells of a change alone',
  (_name, part) => {
    const taken: string[] = []
    stubBrowserApis({ isPhone: false })
    render(<MantineProvider>{part((file) => taken.push(file.name))}</MantineProvider>)
    expect(screen.getByRole('button', { name: 'Import' })).toBeDefined()
    let value = 'fences.kml'
    const set = (next: string) => {
      value = next
    }
    Object.defineProperty(input(), 'value', { get: () => value, set })
    fireEvent.change(input(), { target: { files: [new File(['<kml>'], 'fences.kml')] } })
    expect(taken).toEqual(['fences.kml'])
    expect(input().value).toBe('')
  },
)

test('every view picks files with it, so that each takes a corrected file again', () => {
  const views = readdirSync('src/views', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  )
  const picking = views.filter((name) =>
    /FileButton|FileInput|Dropzone|type="file"/.test(readFileSync(`src/views/${name}`, 'utf8')),
  )
  expect(picking).toEqual(['kit/file-picker.tsx'])
})
