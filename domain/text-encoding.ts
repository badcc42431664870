const DECLARATION_BYTES = 200

/** The encoding that an XML declaration at the start of a text names; undefined without one. */
export const declaredEncoding = (start: string): string | undefined =>
  /^\s*<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(start)?.[1]

const BYTE_ORDERS: ReadonlyArray<readonly [label: string, bytes: readonly number[]]> = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0x3c, 0]],
  ['utf-16be', [0, 0x3c]],
  ['utf-16le', [0x7b, 0]],
  ['utf-16be', [0, 0x7b]],
]

const decoded = (bytes: Uint8Array, label: string): string | undefined => {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * The text of a whole file: by its byte order mark, else by the encoding that its XML declaration names, else UTF-8. What is not valid in
 * that is windows-1252, which includes Latin-1.
 */
export const decodedText = (bytes: Uint8Array): string => {
  const marked = BYTE_ORDERS.find(([, first]) => first.every((byte, i) => bytes[i] === byte))?.[0]
  const start = String.fromCharCode(...bytes.subarray(0, DECLARATION_BYTES))
  const declared = declaredEncoding(start)
  // A file of one-byte characters that declares UTF-16 is none.
  const label = marked ?? (declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared)
  return decoded(bytes, label) ?? decoded(bytes, 'utf-8') ?? new TextDecoder('windows-1252').decode(bytes)
}
