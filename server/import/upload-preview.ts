import type { ImportPreview } from '#contract/records/position-import.ts'
import type { ImportObserver } from './import.service.ts'
import { UPLOADS } from './limits.ts'

const LONGEST_HEADER = 60

/** Collects what an import finds in its file: the format, what each column holds, and the first positions. */
export const createPreview = (): { readonly observer: ImportObserver; preview(): ImportPreview } => {
  let format: ImportPreview['format'] = null
  const columns = new Map<string, ImportPreview['columns'][number]>()
  const rows: ImportPreview['rows'] = []
  return {
    observer: {
      onFormat: (found) => {
        format = found
      },
      onColumns: (headers, found) => {
        for (const [at, header] of headers.entries()) {
          if (columns.size >= UPLOADS.columnsShown) return
          const [field = null, column] =
            Object.entries(found).find(([, { at: own, unitAt }]) => own === at || unitAt === at) ?? []
          const name = header.trim().slice(0, LONGEST_HEADER)
          if (name !== '') columns.set(name, { header: name, field, unit: column?.unit ?? null })
        }
      },
      onFix: (vehicle, { time, lat, lng, speed }) => {
        if (rows.length < UPLOADS.rowsShown) rows.push({ vehicle, time, lat, lng, speed: speed ?? null })
      },
    },
    preview: () => ({ format, columns: [...columns.values()], rows }),
  }
}
