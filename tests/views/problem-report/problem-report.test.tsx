import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { readRecording } from '#src/services/recorder/recording-file.ts'
import { closePageAfterEach, openSettings, page, press, write } from '#tests/kit/views/settings.page.ts'

closePageAfterEach()

const dialog = () => screen.findByRole('dialog', { name: 'Report a problem' })

/** Files that the page saves, by name. */
const savedFiles = () => {
  const files = new Map<string, Blob>()
  let last: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    last = file as Blob
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last) files.set(this.download, last)
  })
  return files
}

describe('the report of a problem', () => {
  test('is opened from the footer, shows what it holds, and is saved with the note', async () => {
    const files = savedFiles()
    await openSettings('CUSTOMERADMIN')
    await press('Report a problem')
    const opened = within(await dialog())
    expect(opened.getByText(/^\d+ events? since \d\d-\d\d-\d{4} /)).toBeTruthy()
    await write('What went wrong?', 'The map stood still.')
    await press('Save the file')
    expect(
      (await opened.findByText(/^Saved as roadbook-\d{8}T\d{6}Z\.recording\.gz\./)).getAttribute('role'),
    ).toBe('status')
    const [[name, file] = ['', new Blob()]] = [...files]
    expect(name).toMatch(/^roadbook-.*\.recording\.gz$/)
    const recording = readRecording(new Uint8Array(await file.arrayBuffer()))
    expect(recording).toMatchObject({ note: 'The map stood still.', release: 'test', placesShifted: true })
    files.clear()
    await page.act(() => fireEvent.click(opened.getByLabelText('Include places')))
    await press('Save the file')
    await waitFor(() => expect(files.size).toBe(1))
    const [whole = new Blob()] = files.values()
    expect(readRecording(new Uint8Array(await whole.arrayBuffer())).placesShifted).toBe(false)
  })

  test('is opened by Ctrl+Shift+E everywhere, and by no other key', async () => {
    await openSettings('CUSTOMERADMIN')
    const type = (keys: KeyboardEventInit) =>
      page.act(() => fireEvent.keyDown(document.body, { code: 'KeyE', ...keys }))
    await type({ ctrlKey: true })
    await type({ shiftKey: true })
    await type({ ctrlKey: true, shiftKey: true, altKey: true })
    expect(screen.queryByRole('dialog')).toBeNull()
    await type({ ctrlKey: true, shiftKey: true })
    await dialog()
    await press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
