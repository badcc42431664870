import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'
import { Refusal } from '../services/refusal.ts'

z.config(z.locales.en())

/** Most faults named in one message. */
const MAX_FAULTS = 3

const placeOf = (path: readonly PropertyKey[]): string => path.map(String).join('.')

/**
 * The value as the schema makes it.
 * @throws Refusal 400 that names the part and its first faults.
 */
export const validate = <TSchema extends ZodMiniType>(
  part: 'path' | 'query' | 'body',
  schema: TSchema,
  value: unknown,
): z.output<TSchema> => {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const faults = result.error.issues
    .slice(0, MAX_FAULTS)
    .map(({ path, message }) => (path.length === 0 ? message : `${placeOf(path)}: ${message}`))
  throw new Refusal(400, `The ${part} is not as expected: ${faults.join('; ')}`)
}
