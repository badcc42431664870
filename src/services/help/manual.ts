import { userManual } from '#contract/calls/help.ts'
import { BadReply } from '../http/failures.ts'
import type { Http } from '../http/http.ts'
import { saveFile } from '../kit/page-actions.ts'

/** Downloads the user manual (FTR-08). Errors are those of the request builder, and `BadReply` for a reply without a file. */
export const createManualService = ({
  http,
  page,
  productName,
  language,
}: {
  http: Pick<Http, 'call'>
  page: Window & typeof globalThis
  productName: () => string
  /** The tag of the page's language. */
  language: () => string
}) => ({
  download: async (signal?: AbortSignal): Promise<void> => {
    const manual = await http.call(userManual, { query: { language: language() } }, signal)
    if (typeof manual !== 'string' && !(manual instanceof Blob))
      throw new BadReply('The user manual is no file.')
    const isPdf = manual instanceof Blob && manual.type.startsWith('application/pdf')
    const file = manual instanceof Blob ? manual : new Blob([manual], { type: 'text/html' })
    saveFile(page, file, `${productName()} user manual.${isPdf ? 'pdf' : 'html'}`)
  },
})
