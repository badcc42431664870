import { createHash, timingSafeEqual } from 'node:crypto'

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** How random tokens and codes are stored: a copy of the database lets nobody in. */
export const storedHashOf = (secret: string): string => sha256(secret).toString('base64url')

/** Takes as long for a wrong first byte as for a wrong last one. Only the length is not concealed. */
export const equalInConstantTime = (given: Buffer | string, expected: Buffer | string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
