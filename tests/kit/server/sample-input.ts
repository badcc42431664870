import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'
import { toPayloadTime } from '#domain/ist.ts'
import { HOUR_MS } from '#domain/units.ts'

type Schema = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly minLength?: number
  readonly minimum?: number
}

/** Values for fields by their names, at any depth. */
export type Known = Readonly<Record<string, unknown>>

const times = (): Known => ({
  fromDate: toPayloadTime(Date.now() - HOUR_MS),
  toDate: toPayloadTime(Date.now()),
  fromTsInIST: toPayloadTime(Date.now() - HOUR_MS),
  toTsInIST: toPayloadTime(Date.now()),
  otp: '123456',
  language: 'hi',
})

const sampleValue = (schema: Schema, name: string, known: Known): unknown => {
  if (name in known) return known[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return sampleValue(choice, name, known)
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, known)
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleValue(schema.items ?? {}, '', known))
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return false
    default:
      return 'x'.repeat(Math.max(1, schema.minLength ?? 1))
  }
}

const sampleObject = ({ properties = {}, required = [] }: Schema, known: Known): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || name in known)
      .map(([name, each]) => [name, sampleValue(each, name, known)]),
  )

/** The minimal input that a schema accepts: required fields, and every field that `known` has a value for. */
export const sampleInput = (schema: ZodMiniType, known: Known = {}): Record<string, unknown> => {
  const form = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  return sampleObject(form, { ...times(), ...known })
}
