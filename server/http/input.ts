import type { FastifyRequest } from 'fastify'
import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'
import { faultOf, fieldErrorOf } from '#contract/errors.ts'
import { HttpError } from './errors.ts'

const MAX_PAIRS = 1000
const MAX_DEPTH = 4
const KEY = /^([\w-]+)((?:\[[\w-]+\])*)$/
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

type Tree = { [key: string]: Tree | string }

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new HttpError('queryNotEncoded')
  }
}

const keysOf = (name: string): string[] => {
  const [, first = '', rest = ''] = KEY.exec(name) ?? []
  const keys = [first, ...[...rest.matchAll(/\[([\w-]+)\]/g)].map(([, key = '']) => key)]
  if (first === '' || keys.length > MAX_DEPTH || keys.some((key) => FORBIDDEN.has(key)))
    throw new HttpError('queryNameInvalid', { name: name.slice(0, 60) })
  return keys
}

const put = (tree: Tree, keys: readonly string[], value: string, name: string): void => {
  const [key = '', ...rest] = keys
  const there = tree[key]
  if (rest.length === 0 ? there !== undefined : typeof there === 'string')
    throw new HttpError('queryNameRepeated', { name: name.slice(0, 60) })
  if (rest.length === 0) {
    tree[key] = value
    return
  }
  const below: Tree = typeof there === 'object' ? there : Object.create(null)
  tree[key] = below
  put(below, rest, value, name)
}

const isList = (keys: readonly string[]) =>
  keys.length > 0 && keys.every((key, index) => key === String(index))

const withLists = (tree: Tree): unknown => {
  const keys = Object.keys(tree)
  const values = keys.map((key) => {
    const value = tree[key]
    return typeof value === 'object' ? withLists(value) : value
  })
  if (isList(keys)) return values
  return Object.fromEntries(keys.map((key, index) => [key, values[index]]))
}

/** The query of a request as it was sent, without the question mark. */
export const rawQueryOf = ({ raw: { url = '' } }: FastifyRequest): string => {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

/**
 * Decodes a query in the client's notation: `name=value`, nested `name[key]=value` (SES-38), lists `name[0]=value` (OPEN-70).
 * @throws HttpError 400 for bad encoding, repeated or forbidden names, and too many or too deeply nested ones.
 */
export const parseQuery = (text: string): { [key: string]: unknown } => {
  const pairs = text.split('&').filter((pair) => pair !== '')
  if (pairs.length > MAX_PAIRS) throw new HttpError('queryTooLong', { most: MAX_PAIRS })
  const tree: Tree = Object.create(null)
  for (const pair of pairs) {
    const [name = '', ...value] = pair.split('=')
    const decoded = decode(name)
    put(tree, keysOf(decoded), decode(value.join('=')), decoded)
  }
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, typeof value === 'object' ? withLists(value) : value]),
  )
}

/** Most faults listed in one reply. */
const MAX_FIELDS = 100

/**
 * The value as the schema makes it.
 * @throws HttpError 400 that names the part and its fields that are wrong.
 */
export const validate = <TSchema extends ZodMiniType>(
  part: 'path' | 'query' | 'body',
  schema: TSchema,
  value: unknown,
): z.output<TSchema> => {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const fields = result.error.issues.slice(0, MAX_FIELDS).map(fieldErrorOf)
  throw new HttpError('invalidInput', { part }, { fields })
}

/** Headers of which Node keeps the first alone, though a proxy in front may have gone by another. */
const SINGLE_HEADERS = new Set(['host', 'authorization', 'content-type'])

/** The header that a request may have once and has several times, or null; `rawHeaders` as Node gives them, names and values in turn. */
export const repeatedHeader = (rawHeaders: readonly string[]): string | null => {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    if (!SINGLE_HEADERS.has(name)) continue
    if (seen.has(name)) return name
    seen.add(name)
  }
  return null
}

/** Deeper than any message of ours. */
const MAX_JSON_DEPTH = 32
const [QUOTE, COMMA, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x2c, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
]

/** Why JSON is not parsed, which takes long for a text that is nested deep or holds more than `mostValues`; null where it is. */
export const jsonFault = (json: string, mostValues = Number.POSITIVE_INFINITY): string | null => {
  let depth = 0
  let values = 1
  let inText = false
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at)
    if (inText) {
      if (sign === BACKSLASH) at += 1
      else if (sign === QUOTE) inText = false
    } else if (sign === QUOTE) inText = true
    else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1
    else if (sign === COMMA) values += 1
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      // What is not empty holds one value more than commas; brackets of the other kind end the text as no JSON.
      const next = json.charCodeAt(at + 1)
      if (next !== CLOSE_LIST && next !== CLOSE_OBJECT) values += 1
      depth += 1
      if (depth > MAX_JSON_DEPTH) return 'it is nested too deep.'
    }
  }
  return values > mostValues ? `it has more than ${mostValues} values.` : null
}

/** Whether a text or a key anywhere in the value holds a NUL. */
const holdsNul = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\0')
  if (Array.isArray(value)) return value.some(holdsNul)
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return false
  return Object.keys(value).some((key) => key.includes('\0') || holdsNul(Reflect.get(value, key)))
}

/**
 * A hook that refuses what no call can store: PostgreSQL holds no text with a NUL.
 * @throws HttpError 400 that names the part and the fields.
 */
export const refuseNul = async ({ params, query, body }: FastifyRequest): Promise<void> => {
  for (const [part, value] of Object.entries({ path: params, query, body })) {
    if (!holdsNul(value)) continue
    const fields = Object.entries(value as object).filter((entry) => holdsNul(entry))
    const faults = fields.slice(0, MAX_FIELDS).map(([field]) => ({ field, ...faultOf('holdsNul') }))
    throw new HttpError('invalidInput', { part }, { fields: faults })
  }
}
