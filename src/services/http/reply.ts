/** A reply's content: parsed JSON, a file, text, or nothing at all. */
export type Content =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'blob'; readonly value: Blob }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'empty' }

const JSON_TYPE = /^application\/(json|[\w.+-]+\+json)$/
const FILE_TYPE =
  /^(application\/(pdf|zip|gzip|x-gzip|octet-stream|csv|vnd\.ms-excel|vnd\.openxmlformats-officedocument\.[\w.]+)|text\/csv|image\/.*)$/

/** Reads a reply by its content type (SES-50, CONFLICT-17). Errors: JSON that does not parse. */
export const readContent = async (response: Response): Promise<Content> => {
  if (response.status === 204) return { kind: 'empty' }
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (FILE_TYPE.test(type)) return { kind: 'blob', value: await response.blob() }
  const text = await response.text()
  if (text === '') return { kind: 'empty' }
  return JSON_TYPE.test(type) ? { kind: 'json', value: JSON.parse(text) } : { kind: 'text', value: text }
}

/** ms to wait by `Retry-After`, in seconds or as a date; null where it is absent or not understood. */
export const retryAfterMs = (headers: Headers, now: number): number | null => {
  const value = headers.get('retry-after')?.trim()
  if (value === undefined || value === '') return null
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
