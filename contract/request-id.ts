/** The header that names a request, sent by either side. */
export const REQUEST_ID_HEADER = 'x-request-id'

const BYTES = 6
const REQUEST_ID = /^[0-9A-F]{12}$/

/** Whether a text is an id that `newRequestId` could have made. No other is taken from a client, because it goes to the log. */
export const isRequestId = (text: unknown): text is string =>
  typeof text === 'string' && REQUEST_ID.test(text)

/** A random id of twelve hexadecimal digits, under which the server's log has a request. Users read it as the reference of a failure. */
export const newRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
