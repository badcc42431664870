/** The system's clipboard. */
export type Clipboard = {
  /** Errors where the browser has none (a page without https) or does not allow it. */
  write(text: string): Promise<void>
}

export const createClipboard = ({ page }: { page: Pick<Window, 'navigator'> }): Clipboard => ({
  write: async (text) => page.navigator.clipboard.writeText(text),
})
