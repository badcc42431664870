/** The system's clipboard. */
export type Clipboard = {
  /** Errors where the browser has none (a page without https) or does not allow it. */
  write(text: string): Promise<void>
}

export const createClipboard = ({ page }: { page: Pick<Window, 'navigator'> }): Clipboard => ({
  write: async (text) => page.navigator.clipboard.writeText(text),
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
