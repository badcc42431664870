/** Typed arrays that a recording can hold. */
export type Column = Int32Array | Float32Array | Float64Array | Uint8Array | Uint16Array

const CHUNK = 0x8000

/** The bytes of a column as base64, little-endian as on every machine that browsers run on. */
export const packColumn = ({ buffer, byteOffset, byteLength }: Column): string => {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  let text = ''
  for (let from = 0; from < bytes.length; from += CHUNK)
    text += String.fromCharCode(...bytes.subarray(from, from + CHUNK))
  return btoa(text)
}

/** The values of a packed column; `kind` is the type that it was packed from. Errs where it does not have `length` of them. */
export const unpackColumn = <T extends Column>(
  text: string,
  kind: { new (buffer: ArrayBuffer): T; readonly BYTES_PER_ELEMENT: number },
  length: number,
): T => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  if (bytes.length !== length * kind.BYTES_PER_ELEMENT)
    throw new RangeError(`A column of ${length} values has ${bytes.length} bytes.`)
  return new kind(bytes.buffer)
}
