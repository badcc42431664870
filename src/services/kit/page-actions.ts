/** The system's clipboard. */
export type Clipboard = {
  /** Errors where the browser has none (a page without https) or does not allow it. */
  write(text: string): Promise<void>
}

export const createClipboard = ({ page }: { page: Pick<Window, 'navigator'> }): Clipboard => ({
  write: async (text) => page.navigator.clipboard.writeText(text),
})

/** The system's sheet that hands an address to another app, as phones have it. */
export type ShareSheet = {
  isOffered(): boolean
  /** Does nothing more where the user closes the sheet. */
  open(link: { readonly title: string; readonly url: string }): Promise<void>
}

export const createShareSheet = ({ page }: { page: Pick<Window, 'navigator'> }): ShareSheet => ({
  isOffered: () => typeof page.navigator.share === 'function',
  open: async (link) => {
    await page.navigator.share(link).catch(() => undefined)
  },
})

/** How long a file's address lives, in ms: longer than any browser takes to begin the download. */
const ADDRESS_MS = 60_000

/** Downloads a file under a name. */
export const saveFile = (page: Window & typeof globalThis, file: Blob, name: string): void => {
  const address = page.URL.createObjectURL(file)
  const link = page.document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  page.setTimeout(() => page.URL.revokeObjectURL(address), ADDRESS_MS)
}
