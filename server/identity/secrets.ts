import { createHash, timingSafeEqual } from 'node:crypto'

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The form in which random tokens and codes are stored. A stolen database contains none that works. */
export const storedHashOf = (secret: string): string => sha256(secret).toString('base64url')

/** Takes equally long wherever the two differ, unless their lengths do. */
export const equalInConstantTime = (given: Buffer | string, expected: Buffer | string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
