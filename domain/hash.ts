/** A 53-bit hash of a text: fast, well distributed, not cryptographic. */
export const hashNumber = (text: string, seed = 0): number => {
  let a = 0xdeadbeef ^ seed
  let b = 0x41c6ce57 ^ seed
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}

/** The same as 14 hexadecimal digits. */
export const hashText = (text: string, seed = 0): string =>
  hashNumber(text, seed).toString(16).padStart(14, '0')
