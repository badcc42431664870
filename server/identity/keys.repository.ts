import { createHmac, randomBytes } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

const SETTING = 'identity.keys'
type Stored = {
  readonly kid: string
  readonly privateJwk: JWK
  readonly publicJwk: JWK
  readonly secret: string
}

/** The keys of an installation: created once, stored in the database, shared by all its processes. */
export type IdentityKeys = {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  /** HMAC-SHA-256 with the installation's secret; `purpose` separates different uses. */
  mac(purpose: string, text: string): Buffer
}

const generate = async (): Promise<Stored> => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  return {
    kid: randomBytes(8).toString('base64url'),
    privateJwk: await exportJWK(pair.privateKey),
    publicJwk: await exportJWK(pair.publicKey),
    secret: randomBytes(32).toString('base64url'),
  }
}

const readStored = async (db: Kysely<Tables>): Promise<Stored | undefined> => {
  const row = await db.selectFrom('setting').select('value').where('key', '=', SETTING).executeTakeFirst()
  return row?.value as Stored | undefined
}

const cryptoKey = async (jwk: JWK): Promise<CryptoKey> => {
  const key = await importJWK(jwk, 'ES256')
  if (key instanceof Uint8Array) throw new Error('The signing key in the database is not an EC key.')
  return key
}

/** Reads the installation's keys and creates them on the first start. Processes that start together use those stored first. */
export const loadKeys = async (db: Kysely<Tables>): Promise<IdentityKeys> => {
  if ((await readStored(db)) === undefined) {
    await db
      .insertInto('setting')
      .values({ key: SETTING, value: JSON.stringify(await generate()) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
  }
  const keys = await readStored(db)
  if (keys === undefined) throw new Error('The signing keys could not be stored.')
  const secret = Buffer.from(keys.secret, 'base64url')
  return {
    kid: keys.kid,
    privateKey: await cryptoKey(keys.privateJwk),
    publicKey: await cryptoKey(keys.publicJwk),
    mac: (purpose, text) => createHmac('sha256', secret).update(`${purpose}\n${text}`).digest(),
  }
}
