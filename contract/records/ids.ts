import * as z from 'zod/mini'
import { LARGEST_ID } from '#contract/constants.ts'
import { MAX_TEXT_LENGTH } from '../constants.ts'

/** An identifier in a JSON body. */
export const Id = z.int().check(z.positive(), z.maximum(LARGEST_ID))

/** An identifier in a path or a query, where everything is text: digits only, no lists, signs or wildcards. */
export const IdText = z.pipe(
  z.pipe(z.union([z.stringFormat('id', /^[1-9]\d{0,9}$/), z.number()]), z.transform(Number)),
  Id,
)

/** Identifiers in a JSON body, at most 20,000. */
export const IdList = z.array(Id).check(z.maxLength(20_000))

/** A time in ms since 1970 UTC, at most the last that a Date can hold. */
export const Time = z.int().check(z.minimum(0), z.maximum(8.64e15))

/** A short text of a query or body. */
export const ShortText = z.string().check(z.maxLength(MAX_TEXT_LENGTH.short))
