import { FIX_FIELDS, type FixField } from './fix-fields.ts'

type Fields = typeof FIX_FIELDS
export type FixFieldName = keyof Fields
export type FixKind = FixField['kind']

/** The names of the fields that have these properties. */
export type FieldsWith<TProperties> = {
  [Name in FixFieldName]: Fields[Name] extends TProperties ? Name : never
}[FixFieldName]

/** What a field of each kind holds in a fix. */
type Values = {
  number: number
  boolean: boolean
  uint8: number
  bits: number
  strings: readonly string[]
}
type FixOf<TFields extends Readonly<Record<string, FixField>>> = {
  readonly [Name in keyof TFields]: Values[TFields[Name]['kind']]
}
/** The fields that a playback point has. */
export type PointField = FieldsWith<{ point: object }>
type RequiredField = FieldsWith<{ required: true }>

/** One position of one vehicle, and what the vehicle reported with it. `FIX_FIELDS` gives the units. */
export type Fix = FixOf<Pick<Fields, RequiredField>> & Partial<FixOf<Omit<Fields, RequiredField>>>

/** A fix while it is put together. */
export type MutableFix = { -readonly [Name in keyof Fix]: Fix[Name] }

/** A field with its name; `kind` tells which names it can have. */
export type NamedFixField<TKind extends FixKind = FixKind> = {
  [Kind in TKind]: Extract<FixField, { kind: Kind }> & { readonly name: FieldsWith<{ kind: Kind }> }
}[TKind]

/** All fields in the order of the list. */
export const fixFields = Object.entries(FIX_FIELDS).map(([name, field]) => ({
  name,
  ...field,
})) as readonly NamedFixField[]

/** The fields of some kinds, in the order of the list. */
export const fixFieldsOfKind = <TKind extends FixKind>(...kinds: TKind[]) =>
  fixFields.filter(({ kind }) =>
    (kinds as FixKind[]).includes(kind),
  ) as unknown as readonly NamedFixField<TKind>[]

/** A field that playback points have. */
export type PointFixField = NamedFixField<Exclude<FixKind, 'uint8' | 'strings'>> & { readonly point: object }
export const pointFields = fixFields.filter((field): field is PointFixField => field.point !== undefined)

/** A field that the latest fix of a vehicle has. */
export type LatestFixField = NamedFixField & {
  readonly column: Fields[FieldsWith<{ latest: string }>]['column']
}
export const latestFields = fixFields.filter((field): field is LatestFixField => field.latest !== undefined)

/** The value of a missing boolean or small number in columns of bytes. */
export const ABSENT = 255

/** Event codes of a playback point (PLB-08) and the bit each takes in `Fix.events`. */
export const EVENT_BIT = {
  HA: 1 << 0,
  HB: 1 << 1,
  HC: 1 << 2,
  ID: 1 << 3,
  FD: 1 << 4,
  OS: 1 << 5,
  EO: 1 << 6,
  VS: 1 << 7,
  VI: 1 << 8,
} as const
export type EventCode = keyof typeof EVENT_BIT

/** Readable names of the event codes (PLT-08). */
export const EVENT_NAME: Readonly<Record<EventCode, string>> = {
  HA: 'Harsh acceleration',
  HB: 'Harsh braking',
  HC: 'Harsh cornering',
  ID: 'Idling',
  FD: 'Fuel drop',
  OS: 'Overspeeding',
  EO: 'Engine overrun',
  VS: 'Vehicle stoppage',
  VI: 'Idling',
}

/** The codes whose bits are set, in the table's order. */
export const eventCodes = (bits: number): EventCode[] =>
  (Object.keys(EVENT_BIT) as EventCode[]).filter((code) => (bits & EVENT_BIT[code]) !== 0)

/** Bits of `Fix.derived`. */
export const DERIVED_BIT = { speed: 1 << 0, heading: 1 << 1, odo: 1 << 2, ignition: 1 << 3 } as const

/** `derived` stores, above the bits of `DERIVED_BIT`, which event bits the server has set, as opposed to the device. */
export const OWN_EVENTS_SHIFT = 4
