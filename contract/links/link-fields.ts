import { LARGEST_ID } from '../constants.ts'

/** The fields of the search part of an address; none of one that is longer than ours are. */
export const linkFields = (search: string, longest: number): URLSearchParams =>
  new URLSearchParams(search.length > longest ? '' : search)

/** One of the known values; null for another. */
export const oneOf = <T extends string>(values: readonly T[], text: string | null): T | null =>
  values.find((value) => value === text) ?? null

/** A whole number from 1 to `most`, as it is written; null for anything else. */
export const wholeNumber = (text: string | null, most: number): number | null => {
  const value = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : null
  return value !== null && value <= most ? value : null
}

/** The id of a vehicle, a group or an alert; null for anything else. */
export const idField = (text: string | null): number | null => wholeNumber(text, LARGEST_ID)

/** In the year 2286: what is later was not written by a page of ours. */
const LATEST = 9_999_999_999_999

/** The fields `from` and `to`, ms UTC; null unless they are a range. */
export const rangeFields = (
  fields: URLSearchParams,
): { readonly from: number; readonly to: number } | null => {
  const [from, to] = [wholeNumber(fields.get('from'), LATEST), wholeNumber(fields.get('to'), LATEST)]
  return from === null || to === null || to <= from ? null : { from, to }
}

/** Whether an address names a period that does not exist, or a custom one without a range; the usual one holds then. */
export type PeriodValidity = { readonly isPeriodInvalid: boolean }

/** The period that an address names, and the range of a custom one. */
export const periodFields = <T extends string>(
  fields: URLSearchParams,
  name: string,
  periods: readonly T[],
  usual: T,
): PeriodValidity & { readonly period: T; readonly range: ReturnType<typeof rangeFields> } => {
  const period = fields.has(name) ? oneOf(periods, fields.get(name)) : usual
  const range = period === 'custom' ? rangeFields(fields) : null
  return period === null || (period === 'custom' && range === null)
    ? { period: usual, range, isPeriodInvalid: true }
    : { period, range, isPeriodInvalid: false }
}
