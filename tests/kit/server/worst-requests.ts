import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'
import type { Call } from '#contract/calls/call.ts'
import { allCalls } from '#contract/calls/index.ts'
import type { Role } from '#contract/roles.ts'
import { MAX_BODY_BYTES } from '#server/app.ts'
import { addressesOf, MAX_PUBLIC_BODY_BYTES } from '#server/http/mount.ts'
import { MAX_FORM_BYTES } from '#server/identity/single-sign-on.routes.ts'
import { INGEST, INGEST_PATH, MAX_INGEST_BYTES, TRACCAR_PATH } from '#server/ingest/limits.ts'

/** What Node.js takes of a request's head, less what the rest of it needs. */
const MAX_QUERY_BYTES = 15 * 1024

/** Makes a text of about so many characters. */
type Shape = (size: number) => string

/** A request in a shape that is bad for who reads it, of any size up to the limit of its door. */
export type WorstRequest = {
  readonly door: string
  readonly shape: string
  readonly method: Call['method']
  readonly limit: number
  /** Who sends it: the first role that may, a device by its own key, or nobody that is known. */
  readonly sender: Role | 'device' | 'stranger'
  readonly url: (size: number) => string
  readonly headers: (size: number) => Readonly<Record<string, string>>
  readonly body: Shape | undefined
}

/** `count` parts by `make` that fill the size. */
const parts = (size: number, make: (i: number) => string, separator: string): string => {
  const made: string[] = []
  for (let length = 0; ; length += separator.length) {
    const part = make(made.length)
    length += part.length
    if (length > size) return made.join(separator)
    made.push(part)
  }
}
const repeat = (text: string, size: number): string =>
  text.repeat(Math.max(0, Math.floor(size / text.length)))

/** What one field of JSON can hold. */
const VALUES: Readonly<Record<string, Shape>> = {
  numbers: (size) => `[${parts(size - 2, (i) => String(i + 1), ',')}]`,
  texts: (size) => `[${parts(size - 2, () => '"x"', ',')}]`,
  objects: (size) => `[${parts(size - 2, (i) => `{"k${i}":${i}}`, ',')}]`,
  'a long text': (size) => `"${repeat('a', size - 2)}"`,
  digits: (size) => `"${repeat('9', size - 2)}"`,
  spaces: (size) => `" ${repeat(' ', size - 4)}x"`,
  Unicode: (size) => `"${repeat('\u{1f69a}', (size - 2) / 2)}"`,
  'a long number': (size) => repeat('9', size),
  depth: (size) => `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`,
}

/** What a body of JSON can be. */
const BODIES: Readonly<Record<string, Shape>> = {
  keys: (size) => `{${parts(size - 2, (i) => `"k${i}":1`, ',')}}`,
  'numbers as keys': (size) => `{${parts(size - 2, (i) => `"${i * 1024}":1`, ',')}}`,
  'one key again and again': (size) => `{${parts(size - 2, () => '"userName":"a"', ',')}}`,
  'a long key': (size) => `{"${repeat('k', size - 6)}":1}`,
  'deep objects': (size) => `${'{"a":'.repeat(size / 7)}1${'}'.repeat(size / 7)}`,
  'an escaped text': (size) => `{"userName":"${repeat('\\u0041', size - 16)}"}`,
  'a forbidden key at the end': (size) => `{${parts(size - 24, (i) => `"k${i}":{}`, ',')},"__proto__":1}`,
}

const FORM_PAIRS: Readonly<Record<string, Shape>> = {
  names: (size) => parts(size, (i) => `n${i}=1`, '&'),
  'one name again and again': (size) => parts(size, () => 'a=1', '&'),
  'nested names': (size) => parts(size, (i) => `a[b][c][${i}]=1`, '&'),
  'list items': (size) => parts(size, (i) => `vehicleIds[${i}]=1`, '&'),
  'a long name': (size) => `${repeat('n', size - 2)}=1`,
  brackets: (size) => `a${repeat('[b]', size - 4)}=1`,
  'open brackets': (size) => `a${repeat('[', size - 4)}=1`,
  'a long value': (size) => `search=${repeat('9', size - 7)}`,
  separators: (size) => '&'.repeat(size),
  escapes: (size) => `search=${repeat('%C3%A9', size - 7)}`,
  'bad escapes': (size) => `search=${repeat('%', size - 7)}`,
  plus: (size) => `search=${repeat('+', size - 7)}`,
}

const MEASURES = [
  'lat=18.5',
  'lon=73.5',
  'timestamp=1763548200',
  'speed=1',
  'heading=1',
  'dtcs=,,,,,,,,',
  'rpm=1',
]
/** So many positions are within the limit of ingest where the size is. */
const positionsIn = (size: number): number => Math.floor(size / 256)
const listOf = (size: number, make: (i: number) => string): string =>
  `[${Array.from({ length: positionsIn(size) }, (_, i) => make(i)).join()}]`

/** Bodies of devices, of the identity that is given. */
const reportsOf = ({ id, key }: { id: string; key: string }): Readonly<Record<string, Shape>> => {
  const own = `id=${id}&key=${key}`
  const ownJson = `"id":"${id}","key":"${key}"`
  return {
    'repeated measures': (size) =>
      [own, ...MEASURES.flatMap((pair) => Array<string>(positionsIn(size)).fill(pair))].join('&'),
    'repeated measures beside a long list': (size) => {
      const places = ['lat=18', 'lon=73'].flatMap((pair) => Array<string>(positionsIn(size)).fill(pair))
      return [own, ...places, `dtcs=${','.repeat(8_000)}`].join('&')
    },
    lines: (size) =>
      Array<string>(positionsIn(size))
        .fill(`${own}&${MEASURES.join('&')}`)
        .join('\n'),
    'empty lines': (size) => repeat(' \n', size),
    elements: (size) =>
      listOf(size, () => `{${ownJson},"lat":18.5,"lon":73.5,"speed":1,"dtcs":[1,2,3,4,5,6,7,8,9,10]}`),
    'elements with names of their own': (size) =>
      listOf(size, (i) => `{${ownJson},${Array.from({ length: 16 }, (_, k) => `"k${i}_${k}":1`).join()}}`),
    locations: (size) => `{${ownJson},"location":${listOf(size, () => '{"coords":{},"extras":{}}')}}`,
    'other ids': (size) => listOf(size, (i) => `{"id":"d${i}","lat":1,"lon":1}`),
    'a long list': (size) => `{${ownJson},"lat":1,"lon":1,"dtcs":[${parts(size - 80, () => '1', ',')}]}`,
  }
}

const JSON_TYPE = () => ({ 'content-type': 'application/json' })
const FORM_TYPE = () => ({ 'content-type': 'application/x-www-form-urlencoded' })
const bare = () => ({})

const fieldsOf = (schema: ZodMiniType): string[] =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {})

/** A share of the shapes for one of many callers: what calls have in common is tried by all of them together. */
const shareOf = <T>(shapes: Readonly<Record<string, T>>, caller: number): Array<readonly [string, T]> => {
  const all = Object.entries(shapes)
  return [...all, ...all].slice(caller % all.length, (caller % all.length) + 2)
}

const ofCall = (call: Call, at: number): WorstRequest[] => {
  const url = (addressesOf(call)[0] ?? '').replaceAll(/:\w+/g, '1')
  const [role] = call.roles
  const sender = call.roles === 'public' || role === undefined ? 'stranger' : (role as Role)
  const common = { door: call.id, method: call.method, sender } as const
  const isPublic = sender === 'stranger'
  const share = isPublic ? Object.entries : <T>(shapes: Readonly<Record<string, T>>) => shareOf(shapes, at)
  const queries = share(FORM_PAIRS).map(([shape, query]) => ({
    ...{ ...common, shape: `query: ${shape}`, limit: MAX_QUERY_BYTES, headers: bare, body: undefined },
    url: (size: number) => `${url}?${query(size)}`,
  }))
  if (call.method === 'GET') return queries
  const limit = isPublic ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES
  const bodies: Record<string, Shape> = Object.fromEntries(share({ ...BODIES, ...VALUES }))
  for (const [index, field] of fieldsOf(call.body).entries())
    for (const [shape, value] of shareOf(VALUES, at + 2 * index))
      bodies[`${field}: ${shape}`] = (size) => `{"${field}":${value(size - field.length - 5)}}`
  const sent = { ...common, limit, url: () => url }
  return [
    ...queries,
    ...Object.entries(bodies).map(([shape, body]) => ({ ...sent, shape, headers: JSON_TYPE, body })),
    ...share(FORM_PAIRS).map(([shape, body]) => ({
      ...{ ...sent, shape: `form: ${shape}`, headers: FORM_TYPE, body },
    })),
  ]
}

/** The addresses of single sign-on, files and everything else that anybody can ask for. */
const ofPages = (): WorstRequest[] => {
  const stranger = { sender: 'stranger', limit: MAX_QUERY_BYTES, headers: bare, body: undefined } as const
  const paths = ['/identity/authorize', '/', '/nothing', '/api/v2/nothing', '/env.json']
  return [
    ...paths.flatMap((door) =>
      Object.entries(FORM_PAIRS).map(([shape, query]) => ({
        ...{ ...stranger, door, shape: `query: ${shape}`, method: 'GET' as const },
        url: (size: number) => `${door}?${query(size)}`,
      })),
    ),
    ...['%2f', '../', '/', 'a', '%'].map((part) => ({
      ...{ ...stranger, door: 'a file', shape: `path of ${part}`, method: 'GET' as const },
      url: (size: number) => `/assets/${repeat(part, size)}`,
    })),
    ...Object.entries(FORM_PAIRS).map(([shape, body]) => ({
      ...{ ...stranger, door: '/identity/logout', shape: `form: ${shape}`, method: 'POST' as const },
      ...{ limit: MAX_FORM_BYTES, url: () => '/identity/logout', headers: FORM_TYPE, body },
    })),
  ]
}

const ofIngest = (device: { id: string; key: string }): WorstRequest[] => {
  const common = {
    door: INGEST_PATH,
    method: 'POST',
    limit: MAX_INGEST_BYTES,
    url: () => INGEST_PATH,
    headers: bare,
  } as const
  const strange = { id: 'nobody', key: 'nothing' }
  return [
    ...Object.entries({ ...FORM_PAIRS, ...BODIES, ...VALUES, ...reportsOf(strange) }).map(
      ([shape, body]) => ({
        ...{ ...common, shape, sender: 'stranger' as const, body },
      }),
    ),
    ...Object.entries(reportsOf(device)).map(([shape, body]) => ({
      ...{ ...common, shape: `known: ${shape}`, sender: 'device' as const, body },
    })),
    ...Object.entries(FORM_PAIRS).map(([shape, query]) => ({
      ...{
        ...common,
        method: 'GET' as const,
        shape: `query: ${shape}`,
        sender: 'stranger' as const,
        body: undefined,
      },
      ...{ limit: MAX_QUERY_BYTES, url: (size: number) => `${INGEST_PATH}?${query(size)}` },
    })),
  ]
}

/** What a Traccar server forwards, from one that has the company's gateway key and from one that has not. */
const ofGateway = (key: string): WorstRequest[] => {
  const common = {
    door: TRACCAR_PATH,
    method: 'POST',
    limit: INGEST.gatewayBytes,
    url: () => TRACCAR_PATH,
  } as const
  const element = (i: number) => `{"position":{"latitude":1,"longitude":1},"device":{"uniqueId":"d${i}"}}`
  const shapes: Readonly<Record<string, Shape>> = {
    ...BODIES,
    ...VALUES,
    'unknown devices': (size) => `[${parts(size - 2, element, ',')}]`,
    'one unknown device': (size) => `[${parts(size - 2, () => element(0), ',')}]`,
    attributes: (size) =>
      `{"device":{"uniqueId":"d"},"position":{"attributes":{${parts(size - 70, (i) => `"io${i}":1`, ',')}}}}`,
    'a long name': (size) => `{"device":{"uniqueId":"d","name":"${repeat('n', size - 60)}"},"position":{}}`,
    'trouble codes': (size) =>
      `{"device":{"uniqueId":"d"},"position":{"attributes":{"dtcs":"${repeat(' ,', size - 80)}"}}}`,
  }
  return (['device', 'stranger'] as const).flatMap((sender) =>
    Object.entries(shapes).map(([shape, body]) => ({
      ...{ ...common, shape: `${sender}: ${shape}`, sender, body },
      headers: () => (sender === 'device' ? { authorization: `Bearer ${key}` } : {}),
    })),
  )
}

/** Event streams are resumed by a header. */
const ofStreams = (): WorstRequest[] =>
  allCalls
    .filter(({ replyKind, roles }) => replyKind === 'stream' && roles !== 'public')
    .flatMap((call) =>
      ['v1-1,', 'v1-1763548200000-0-1-1,', ',', '-', 'v1'].map((part) => ({
        ...{
          door: call.id,
          shape: `event ids of '${part}'`,
          method: call.method,
          limit: MAX_QUERY_BYTES - 2_000,
        },
        sender: call.roles[0] as Role,
        url: () =>
          `${addressesOf(call)[0]}?${Array.from({ length: 50 }, (_, i) => `vehicleIds[${i}]=${i + 1}`).join('&')}`,
        headers: (size: number) => ({ 'last-event-id': repeat(part, size) }),
        body: undefined,
      })),
    )

/** Requests to every door of the server in the shapes that are worst for it; `device` is a known one, and so is `gatewayKey`. */
export const worstRequests = (device: { id: string; key: string }, gatewayKey: string): WorstRequest[] => [
  ...allCalls.flatMap(ofCall),
  ...ofPages(),
  ...ofIngest(device),
  ...ofGateway(gatewayKey),
  ...ofStreams(),
]
