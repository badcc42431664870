import type { Page } from '@playwright/test'
import { runReplay } from '../../scripts/lab/replay-command.ts'

/** Saves the recording of a page as its user would, in English. Returns the name of the file that the page proposes. */
export const saveRecording = async (page: Page, file: string, note = ''): Promise<string> => {
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  if (!(await dialog.isVisible())) await page.keyboard.press('Control+Shift+KeyE')
  await dialog.getByLabel('What went wrong?').fill(note)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save the file' }).press('Enter')
  const saved = await download
  await saved.saveAs(file)
  return saved.suggestedFilename()
}

/** What `npm run replay` says of a file. */
export const replayed = (file: string) => {
  const [printed, complained]: [string[], string[]] = [[], []]
  const code = runReplay([file], {
    print: (text) => printed.push(text),
    complain: (text) => complained.push(text),
    isTerminal: false,
    folder: '/',
  })
  return { code, printed: printed.join(''), complained: complained.join('') }
}
