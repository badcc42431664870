import { roundTo } from '#domain/rounding.ts'

/** Replaces a secret. */
const REMOVED = '[removed]'

/** Fields that are never recorded, wherever they stand. */
export const SECRET = new Set([
  'password',
  'currentPassword',
  'newPassword',
  'mailText',
  'token',
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'idToken',
  'id_token',
  'codeVerifier',
  'code_verifier',
  'otp',
  'apiKey',
  'gatewayKey',
  'googleMapsKey',
  'headers',
  'authorization',
  'cookie',
])

/** Fields that name a person or a vehicle: recorded as a stable mask, so that equal ones stay equal. */
export const PERSONAL = new Set([
  'firstName',
  'lastName',
  'userName',
  'staffName',
  'subjects',
  'note',
  'messageContent',
  'email',
  'mobile',
  'mobileNumber',
  'emailId',
  'companyName',
  'recipient',
  'subject',
  'fileName',
  'startedBy',
  'phone',
  'driver',
  'truck',
  'vehicle',
  'fromCity',
  'toCity',
  'RegNo',
  'RegistrationNumber',
  'registrationId',
  'registration',
  'registrations',
  'deviceId',
  'deviceName',
  'groupName',
  'geoFenceName',
  'geoFenceShapeName',
  'createdBy',
  'label',
  'taken',
  'foundName',
  'imei',
  'vin',
  'supportPhone',
  'supportEmail',
  'importId',
  // What a file of positions says.
  'newNames',
  'header',
  'example',
  'rowId',
  'open',
  // Times by which a trip is known: no machine reads them, and screens show a text that is no time as it is.
  'eta',
  'scheduledStartDate',
  'scheduledEndDate',
  'actualStartDate',
  'actualEndDate',
  'silentSince',
])

/** Names of fields that hold an id of a person, a vehicle or something of a company: not those that a recording itself gives, nor types. */
const ID_NAME = /^(?!type|track|plot|file)(?:ids?|\w+Ids?)$/

/** Fields that hold such ids by another name. */
const OTHER_IDS = new Set([
  'vehicleList',
  'checked',
  'chosen',
  'compared',
  'entries',
  'every',
  'known',
  'large',
  'picked',
])

/** Whether a field holds ids of persons, vehicles or what is a company's, as numbers. */
const isIdField = (name: string): boolean => OTHER_IDS.has(name) || ID_NAME.test(name)

/** Fields that hold an address or the text of a search. Map and geocoding services take their key in the address. */
export const ADDRESS = new Set([
  'search',
  'savedLocation',
  'fileUrl',
  'redirectionUrl',
  'mapStyleUrl',
  'satelliteTilesUrl',
  'geocoderUrl',
  'address',
])

const MASKED = /^~[0-9a-f]{14}$/

const ODO_DECIMALS = 2

/** The smallest mask of an id. Masks of ids are ids too, and no database of ours counts so far. */
const LEAST_MASKED_ID = 2 ** 30

/** Gives texts and ids their masks. A mask stays as it is, so that redacting twice changes nothing. */
export type Mask = {
  (text: string): string
  /** The mask of an id: a whole number from 2^30 to `LARGEST_ID`. What is no id, such as 0, stays. */
  id(id: number): number
  /** A number that was drawn for a key, at least 0 and below 1; no mask leads to it. */
  drawn(key: string): number
}

/** Characters of a text that its mask depends on: machines keep as many of what is typed into a search. */
const MASKED_LENGTH = 100

/** So many texts have their masks remembered: four of each vehicle of the largest fleets, and as many again. */
const MOST_MASKS = 250_000

/** 0 to 2^32 - 1. */
const draw32 = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0

const drawMask = (): string =>
  `~${Array.from(crypto.getRandomValues(new Uint8Array(7)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** What `make` gives for a key, the same each time. */
const remembered = <Key, Value>(make: (key: Key) => Value) => {
  const made = new Map<Key, Value>()
  return (key: Key): Value => {
    const known = made.get(key)
    if (known !== undefined) return known
    if (made.size >= MOST_MASKS) made.clear()
    const value = make(key)
    made.set(key, value)
    return value
  }
}

/**
 * Draws a mask for each text and id and remembers it for the page load: no key leads from a mask to what it stands for, however many
 * texts somebody knows or tries. A blank text has none, and texts that differ in case or outer spaces have the same: machines compare
 * names so, and a replay compares their masks.
 */
export const createMask = (): Mask => {
  const maskOf = remembered<string, string>(drawMask)
  const taken = new Set<number>()
  const idOf = remembered<number, number>(() => {
    let id: number
    do id = LEAST_MASKED_ID + (draw32() % LEAST_MASKED_ID)
    while (taken.has(id))
    taken.add(id)
    return id
  })
  const mask = (text: string): string => {
    if (MASKED.test(text)) return text
    const compared = text.slice(0, MASKED_LENGTH).trim().toLowerCase()
    return compared === '' ? '' : maskOf(compared)
  }
  return Object.assign(mask, {
    id: (id: number) => (id > 0 && id < LEAST_MASKED_ID ? idOf(id) : id),
    drawn: remembered(() => draw32() / 2 ** 32),
  })
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

const plainError = (error: Error): unknown => ({ ...error, name: error.name, message: error.message })

/** A path or an address with the values of its search masked, which may hold share ids and registrations. Any other text is a search and masked as a whole. */
const maskAddress = (address: string, mask: Mask): string => {
  if (!/^(https?:\/)?[/?]/.test(address)) return mask(address)
  const [path = '', ...search] = address.split('?')
  if (search.length === 0) return path
  const values = search
    .join('?')
    .replace(
      /(^|&)([^&=]*=)?([^&]*)/g,
      (_, before: string, name = '', value: string) => `${before}${name}${mask(value)}`,
    )
  return `${path}?${values}`
}

/** The codes of India's states, of today and before, with which registrations begin. */
const STATES =
  'AN|AP|AR|AS|BR|CG|CH|DD|DL|DN|GA|GJ|HP|HR|JH|JK|KA|KL|LA|LD|MH|ML|MN|MP|MZ|NL|OD|OR|PB|PY|RJ|SK|TG|TN|TR|TS|UA|UK|UP|WB'

/** What may stand between the parts of a registration or a telephone number. */
const GAP = '(?:[\\s._/\\u2010-\\u2015-]|%20){0,3}'

/** What names somebody in a sentence, as servers and users write it; first a mask, so that nothing within one is taken for a number. */
const NAMED = new RegExp(
  [
    '~[0-9a-f]{14}',
    // MH 12 AB 1234, DL 1L CR 4556, KA-01-1234, MH_12_AB_1234, also in small letters.
    `\\b(?:${STATES})${GAP}\\d{1,2}${GAP}(?:[A-Z]{1,3}${GAP}){0,2}\\d{1,4}\\b`,
    // 22 BH 1234 AA
    `\\b\\d{2}${GAP}BH${GAP}\\d{4}${GAP}[A-Z]{1,2}\\b`,
    // 98450 12345, 984-501-2345, +91-98450-12345, 080-25551234, +49 711 123456
    '(?<![\\d.])(?:\\+?91[ .-]?|0)?[6-9](?:[ .-]?\\d){9}(?![\\d.]\\d|\\d)',
    '(?<![\\d.])0\\d{2,4}[ -]\\d{6,8}(?!\\d)',
    '\\+\\d[\\d ()-]{7,16}\\d',
    // The digits of another script: ९८४५०१२३४५.
    '(?![0-9])\\p{Nd}(?:[ .-]?\\p{Nd}){6,}',
    // An identifier of a device, and one of a vehicle.
    '(?<![\\d.])\\d{15}(?![\\d.]\\d|\\d)',
    '\\b(?=[A-Z0-9]*\\d[A-Z0-9]*\\b)(?=\\d*[A-Z])[A-HJ-NPR-Z0-9]{17}\\b',
    '[^\\s@"\'<>]+@[^\\s@"\'<>]+',
    // 18.520430, as a position is written, and 12°58'15.2"N.
    '(?<!\\d:)(?<![\\d.])-?\\d{1,3}\\.\\d{3,}(?![\\d.])',
    '\\d{1,3} ?° ?\\d{1,2}(?:\\.\\d+)?(?: ?[\'′’] ?(?:\\d{1,2}(?:\\.\\d+)? ?["″”]?)?)?(?: ?[NSEW]\\b)?',
  ].join('|'),
  'giu',
)

/** Registrations of other states and countries, which small letters would take for a word and numbers. */
const NAMED_ELSEWHERE = /\b[A-Z]{2}[ -]?\d{1,2}[ -]?[A-Z]{1,3}[ -]?\d{1,4}\b/g

/** Addresses in a sentence, as browsers put them into the messages of failed requests. */
const ADDRESSES = /(?:https?:\/)?\/[^\s"'<>()]+/g
/** Parts of a path that are long and hold a digit, such as signed tokens. */
const TOKEN = /(?<=\/)(?=[\w.~-]*\d)[\w.~-]{20,}/g

const maskAddressIn = (address: string, mask: Mask): string =>
  maskAddress(address, mask).replaceAll(TOKEN, mask)

const redactText = (key: string, value: string, mask: Mask): string => {
  if (PERSONAL.has(key)) return mask(value)
  if (ADDRESS.has(key)) return maskAddress(value, mask)
  if (key === 'supportViewUserId') return /^\d+$/.test(value) ? String(mask.id(Number(value))) : value
  return value
    .replaceAll(NAMED, mask)
    .replaceAll(NAMED_ELSEWHERE, mask)
    .replaceAll(ADDRESSES, (address) => maskAddressIn(address, mask))
}

/** A name is somebody's or something's, but for that of an error, which guards read. */
const isNameOf = (key: string, data: object): boolean => key === 'name' && !('message' in data)

/** What staff wrote of a change, what it set, and a column of somebody's file, is somebody's words. */
const isOfChange = (key: string, data: object): boolean =>
  (key === 'reason' && 'staffName' in data) ||
  (key === 'value' && 'path' in data) ||
  (key === 'column' && 'kind' in data)

/** How many km an odometer of a vehicle is ahead in a recording. What was driven between two readings stays. */
export const odoOffset = (vehicleId: unknown, mask: Mask): number =>
  roundTo(1e6 * mask.drawn(`odo ${typeof vehicleId === 'number' ? mask.id(vehicleId) : ''}`), ODO_DECIMALS)

/** An odometer, km, moved by such an offset. */
export const movedOdo = (odo: number, offset: number): number => roundTo(odo + offset, ODO_DECIMALS)

const redactNumber = (key: string, value: number, { vehicleId }: { vehicleId?: unknown }, mask: Mask) => {
  if (isIdField(key)) return mask.id(value)
  return key === 'odo' ? movedOdo(value, odoOffset(vehicleId, mask)) : value
}

/** A field of some data, or an item of a list in one. */
const redactField = (key: string, value: unknown, data: object, mask: Mask): unknown => {
  if (typeof value === 'string')
    return isNameOf(key, data) || isOfChange(key, data) ? mask(value) : redactText(key, value, mask)
  if (typeof value === 'number') return redactNumber(key, value, data, mask)
  return Array.isArray(value)
    ? value.map((item) => redactField(key, item, data, mask))
    : redact(value, mask, key === 'params')
}

/**
 * A plain copy of any data without secrets, and with persons, vehicles and ids masked and odometers moved. Errors and dates become
 * plain data. `isOfMessage` is whether texts are put into a message: they are often names, or what a file says.
 */
export const redact = (data: unknown, mask: Mask, isOfMessage = false): unknown => {
  if (data instanceof Error) return redact(plainError(data), mask)
  if (data instanceof Date) return data.getTime()
  if (Array.isArray(data)) return data.map((item) => redactField('', item, data, mask))
  if (typeof data !== 'object' || data === null) return isPlain(data) ? data : null
  return Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => value === null || typeof value === 'object' || isPlain(value))
      .map(([key, value]) => {
        if (SECRET.has(key)) return [key, value === '' || value === null ? value : REMOVED]
        return [
          key.replaceAll(NAMED, mask),
          isOfMessage && typeof value === 'string' ? mask(value) : redactField(key, value, data, mask),
        ]
      }),
  )
}
