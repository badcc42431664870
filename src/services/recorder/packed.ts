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
