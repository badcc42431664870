import { describe, expect, test } from 'vitest'
import { createPasswords } from '#server/identity/passwords.ts'

describe('passwords', () => {
  test.each([
    ['argon2id', undefined, '$argon2id$'],
    ['scrypt, where the native module is missing', async () => null, '$scrypt$'],
  ])('hashed by %s, only the right one matches', async (_name, load, prefix) => {
    const passwords = await createPasswords(load)
    const hash = await passwords.hash('roadbook')
    expect(hash.startsWith(prefix)).toBe(true)
    expect(hash).not.toBe(await passwords.hash('roadbook'))
    expect(await passwords.matches(hash, 'roadbook')).toBe(true)
    expect(await passwords.matches(hash, 'Roadbook')).toBe(false)
  })

  test('a scrypt hash is verified where argon2 loads; an argon2 hash reports the missing module where it does not', async () => {
    const [withArgon2, without] = [await createPasswords(), await createPasswords(async () => null)]
    expect(await withArgon2.matches(await without.hash('roadbook'), 'roadbook')).toBe(true)
    await expect(without.matches(await withArgon2.hash('roadbook'), 'roadbook')).rejects.toThrow(
      /native module/,
    )
  })
})
