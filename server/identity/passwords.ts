import { randomBytes, scrypt } from 'node:crypto'
import { errorMessage } from '#contract/errors.ts'
import { PASSWORD_LENGTH, passwordErrorCodes } from '#domain/password.ts'
import { equalInConstantTime } from './secrets.ts'

/** Costs of argon2id (19 MiB, two passes) and of scrypt, the fallback if the native module does not load. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const SCRYPT = { N: 1 << 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 } as const

/** What a new password lacks, in plain words (OPEN-28); null if nothing. */
export const weaknessOf = (password: string): string | null => {
  const reasons = passwordErrorCodes(password).map((code) => errorMessage({ code, params: PASSWORD_LENGTH }))
  return reasons.length === 0 ? null : `This password is too weak. ${reasons.join(' ')}`
}

/** Hashes and checks passwords. A hash names its algorithm, so a database may contain both kinds. */
export type Passwords = {
  hash(password: string): Promise<string>
  /** Whether the password matches the hash. Throws if this machine lacks the hash's algorithm. */
  matches(hash: string, password: string): Promise<boolean>
  /** Takes as long as a real check; for user names that do not exist. */
  simulateCheck(password: string): Promise<void>
}

type Argon2 = Pick<typeof import('@node-rs/argon2'), 'hash' | 'verify'>

const loadArgon2 = async (): Promise<Argon2 | null> => {
  try {
    return await import('@node-rs/argon2')
  } catch {
    return null
  }
}

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, 32, SCRYPT, (error, key) => (error ? reject(error) : resolve(key)))
  })

const scryptHash = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  return `$scrypt$${salt.toString('base64url')}$${(await derive(password, salt)).toString('base64url')}`
}

const scryptMatches = async (hash: string, password: string): Promise<boolean> => {
  const [, , salt = '', key = ''] = hash.split('$')
  const expected = Buffer.from(key, 'base64url')
  const given = await derive(password, Buffer.from(salt, 'base64url'))
  return equalInConstantTime(given, expected)
}

/** Argon2id if its native module loads, else scrypt. */
export const createPasswords = async (load = loadArgon2): Promise<Passwords> => {
  const argon2 = await load()
  const hash = (password: string) => (argon2 ? argon2.hash(password, ARGON2) : scryptHash(password))
  const matches = async (stored: string, password: string): Promise<boolean> => {
    if (stored.startsWith('$scrypt$')) return scryptMatches(stored, password)
    if (argon2 === null)
      throw new Error(
        'This password was hashed with argon2, whose native module does not load on this machine.',
      )
    return argon2.verify(stored, password)
  }
  const decoyHash = await hash(randomBytes(24).toString('base64url'))
  return {
    hash,
    matches,
    simulateCheck: async (password) => {
      await matches(decoyHash, password)
    },
  }
}
