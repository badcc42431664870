import { createHmac, randomBytes } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Kysely } from 'kysely'
import { MINUTE_MS } from '#domain/units.ts'
import type { Tables } from '../db/tables.ts'
import { IDENTITY } from './limits.ts'

const SETTING = 'identity.keys'

/** How often a process reads the keys anew, so that it learns of a rotation by another; sooner for a key it does not know. */
const READ_EVERY_MS = MINUTE_MS
const LOOK_UP_EVERY_MS = 1_000

type PublicKey = { readonly kid: string; readonly publicJwk: JWK }
type SigningKey = PublicKey & { readonly privateJwk: JWK; readonly createdAt: number }
type Stored = {
  readonly secret: string
  readonly current: SigningKey
  /** The key before, whose tokens stay valid until they expire. */
  readonly former: PublicKey | null
}

/** The keys of an installation: stored in the database, shared by all its processes. */
export type IdentityKeys = {
  /** The key that signs now. It is replaced once it is `IDENTITY.signingKeyLifeMs` old. */
  signing(): Promise<{ readonly kid: string; readonly privateKey: CryptoKey }>
  /** The public half of the current or the former key; null for any other. */
  verifying(kid: string): Promise<CryptoKey | null>
  /** HMAC-SHA-256 with the installation's secret; `purpose` separates different uses. */
  mac(purpose: string, text: string): Buffer
}

const newKey = async (createdAt: number): Promise<SigningKey> => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  return {
    kid: randomBytes(8).toString('base64url'),
    privateJwk: await exportJWK(pair.privateKey),
    publicJwk: await exportJWK(pair.publicKey),
    createdAt,
  }
}

const readStored = async (db: Kysely<Tables>): Promise<Stored> => {
  const row = await db.selectFrom('setting').select('value').where('key', '=', SETTING).executeTakeFirst()
  if (row === undefined) throw new Error('The signing keys could not be stored.')
  return row.value as Stored
}

const cryptoKey = async (jwk: JWK): Promise<CryptoKey> => {
  const key = await importJWK(jwk, 'ES256')
  if (key instanceof Uint8Array) throw new Error('The signing key in the database is not an EC key.')
  return key
}

const createIfMissing = async (db: Kysely<Tables>, at: number): Promise<void> => {
  const known = await db.selectFrom('setting').select('key').where('key', '=', SETTING).executeTakeFirst()
  if (known !== undefined) return
  const secret = randomBytes(32).toString('base64url')
  const keys: Stored = { secret, current: await newKey(at), former: null }
  await db
    .insertInto('setting')
    .values({ key: SETTING, value: JSON.stringify(keys) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/**
 * Replaces the signing key and keeps the public half of the one before. Of processes that replace the same key (`expected`)
 * at once, one does. Running servers sign with the new key within a minute.
 */
export const rotateKeys = async (db: Kysely<Tables>, at: number, expected?: string): Promise<void> => {
  await createIfMissing(db, at)
  const current = await newKey(at)
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('setting').select('key').where('key', '=', SETTING).forUpdate().execute()
    const stored = await readStored(tx)
    if (expected !== undefined && stored.current.kid !== expected) return
    const { kid, publicJwk } = stored.current
    const rotated: Stored = { secret: stored.secret, current, former: { kid, publicJwk } }
    await tx
      .updateTable('setting')
      .set({ value: JSON.stringify(rotated) })
      .where('key', '=', SETTING)
      .execute()
  })
}

type Loaded = {
  readonly at: number
  readonly createdAt: number
  readonly signing: { readonly kid: string; readonly privateKey: CryptoKey }
  readonly verifying: ReadonlyMap<string, CryptoKey>
}

/** Reads the installation's keys and creates them on the first start. Processes that start together use those stored first. */
export const loadKeys = async (db: Kysely<Tables>, now: () => number): Promise<IdentityKeys> => {
  const load = async (): Promise<Loaded> => {
    const { current, former } = await readStored(db)
    const alive = former === null ? [current] : [current, former]
    return {
      at: now(),
      createdAt: current.createdAt,
      signing: { kid: current.kid, privateKey: await cryptoKey(current.privateJwk) },
      verifying: new Map(
        await Promise.all(
          alive.map(async ({ kid, publicJwk }) => [kid, await cryptoKey(publicJwk)] as const),
        ),
      ),
    }
  }
  await createIfMissing(db, now())
  const secret = Buffer.from((await readStored(db)).secret, 'base64url')
  let loaded = await load()
  const notOlderThan = async (ageMs: number): Promise<Loaded> => {
    if (now() - loaded.at >= ageMs) loaded = await load()
    return loaded
  }
  return {
    signing: async () => {
      const { createdAt, signing } = await notOlderThan(READ_EVERY_MS)
      if (now() - createdAt < IDENTITY.signingKeyLifeMs) return signing
      await rotateKeys(db, now(), signing.kid)
      loaded = await load()
      return loaded.signing
    },
    verifying: async (kid) => {
      const known = (await notOlderThan(READ_EVERY_MS)).verifying.get(kid)
      return known ?? (await notOlderThan(LOOK_UP_EVERY_MS)).verifying.get(kid) ?? null
    },
    mac: (purpose, text) => createHmac('sha256', secret).update(`${purpose}\n${text}`).digest(),
  }
}
