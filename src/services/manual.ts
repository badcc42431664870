import { userManual } from '#contract/calls/settings.ts'
import { BadReply } from './http/failures.ts'
import type { Http } from './http/http.ts'

/** How long a file's address lives, in ms: longer than any browser takes to begin the download. */
const ADDRESS_MS = 60_000

/** Hands a file over to the browser's downloads under a name. */
const saveAs = (page: Window & typeof globalThis, file: Blob, name: string): void => {
  const address = page.URL.createObjectURL(file)
  const link = page.document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  page.setTimeout(() => page.URL.revokeObjectURL(address), ADDRESS_MS)
}

/** Downloads the user manual (FTR-08). Errors are those of the request builder, and `BadReply` where no file came. */
export const createManualService = ({
  http,
  page,
  productName,
}: {
  http: Pick<Http, 'call'>
  page: Window & typeof globalThis
  productName: () => string
}) => ({
  download: async (signal?: AbortSignal): Promise<void> => {
    const manual = await http.call(userManual, {}, signal)
    if (typeof manual !== 'string' && !(manual instanceof Blob))
      throw new BadReply('The user manual did not come as a file. Please try again.')
    const isPdf = manual instanceof Blob && manual.type.startsWith('application/pdf')
    const file = manual instanceof Blob ? manual : new Blob([manual], { type: 'text/html' })
    saveAs(page, file, `${productName()} user manual.${isPdf ? 'pdf' : 'html'}`)
  },
})

export type ManualService = ReturnType<typeof createManualService>
