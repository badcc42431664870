import { describe, expect, test } from 'vitest'
import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'
import { cdsValidateEmailOtp } from '#contract/calls/data-sharing.ts'
import {
  ERROR_MESSAGES,
  ERRORS,
  errorMessage,
  FIELD_ERRORS,
  type FieldErrorCode,
  faultOf,
  faultOfIssue,
} from '#contract/errors.ts'
import { IdText } from '#contract/records/ids.ts'
import { ReportFilter } from '#contract/records/report-filter.ts'
import { failureOf } from '#src/machines/kit/failure.ts'
import { ERROR_TEXTS, errorText, FAILURE_TEXTS } from '#src/texts/en/errors.ts'
import { failureText } from '#src/views/kit/failure-text.ts'
import { refusedCall, refusedField } from '#tests/kit/builders/refused-calls.ts'

const CODES = Object.keys(ERROR_MESSAGES) as FieldErrorCode[]
const paramNames = (text: string) => [...text.matchAll(/\{(\w+)(?:, number)?\}/g)].map(([, name]) => name)

describe('the table of errors', () => {
  test('OPEN-33 a code is one name in one table, and replies have the status of an error', () => {
    expect(CODES).toHaveLength(Object.keys(ERRORS).length + Object.keys(FIELD_ERRORS).length)
    for (const code of CODES) expect(code).toMatch(/^[a-z][A-Za-z]+$/)
    for (const { status } of Object.values(ERRORS)) expect(status >= 400 && status < 600).toBe(true)
  })

  test.each(CODES)(
    'OPEN-33 %s has a text for people, of no parameter that the code does not have',
    (code) => {
      expect(ERROR_TEXTS[code]).toMatch(/\w/)
      expect(paramNames(ERROR_MESSAGES[code])).toEqual(expect.arrayContaining(paramNames(ERROR_TEXTS[code])))
    },
  )

  test('a message is filled in with its parameters, whatever they hold', () => {
    expect(errorMessage(faultOf('tickerFull', { most: 100 }))).toContain('There are 100 messages')
    expect(errorMessage(faultOf('statusUnknown', { status: '{status} $& $1' }))).toBe(
      'The status “{status} $& $1” is not known.',
    )
    expect(errorMessage({ code: 'tickerFull', params: {} })).toContain('There are {most} messages')
    const readings = { shown: 879_583, given: 5 }
    for (const text of [errorMessage, errorText].map((textOf) =>
      textOf(faultOf('serviceOdometerImpossible', readings)),
    ))
      expect(text).toContain('reports 8,79,583 km now, so 5 km')
  })
})

describe('what a schema refuses', () => {
  const messageOf = (schema: ZodMiniType, value: unknown) =>
    z.safeParse(schema, value).error?.issues.map((issue) => errorMessage(faultOfIssue(issue)))

  test.each([
    [IdText, 'seven', 'Write this as a whole number from 1.'],
    [ReportFilter.shape.fromTsInIST, '1 May', 'Write this as YYYY-MM-DD HH:mm:ss in IST.'],
    [cdsValidateEmailOtp.body, { profileId: 1, otp: '12' }, 'Write this as six digits.'],
    [z.email(), 'asha', 'Write this as an e-mail address.'],
    [z.iso.date(), '1 May', 'Write this as YYYY-MM-DD.'],
    [z.string().check(z.regex(/^\d+$/)), 'one', 'This is not valid.'],
  ])('OPEN-33 a text of another format is named as people know the format (%#)', (schema, value, message) => {
    expect(messageOf(schema, value)).toEqual([message])
  })

  test('OPEN-33 names that are not known are listed, as far as they are short', () => {
    const schema = z.strictObject({ name: z.string() })
    expect(messageOf(schema, { name: 'x', nmae: 1, colour: 2 })).toEqual([
      'These names are not known: nmae, colour.',
    ])
    expect(messageOf(schema, { name: 'x', ['x'.repeat(5000)]: 1 })?.[0]).toHaveLength(228)
  })
})

describe('what people read of a failure', () => {
  const textOf = (error: unknown) => failureText(failureOf(error), 'Not reached.')

  test('OPEN-33 the text of the code, whatever the message of the server', () => {
    expect(textOf(refusedCall('tickerFull', { params: { most: 7 } }))).toBe(
      'There are 7 messages already, which is the most. Delete one first.',
    )
  })

  test('OPEN-33 the text of the code, then what is wrong with the fields, each once', () => {
    expect(textOf(refusedField('geoFenceName', 'fenceNameTaken'))).toBe(ERROR_TEXTS.fenceNameTaken)
    const fields = [
      { field: 'newPassword', ...faultOf('tooShort', { min: 8 }) },
      { field: 'newPassword', ...faultOf('digitMissing') },
      { field: 'again', ...faultOf('digitMissing') },
    ]
    expect(textOf(refusedCall('invalidInput', { params: { part: 'body' }, fields }))).toBe(
      'Some values cannot be accepted. Use at least 8 characters. Use a digit.',
    )
  })

  test('SES-30 that the server was not reached, in the words of the screen', () => {
    expect(textOf({ name: 'NetworkFailure', message: 'x', retryAfterMs: null })).toBe('Not reached.')
  })

  test('the message where there is no code, or none that is known', () => {
    const other = { name: 'CallRefused', message: 'Later, please.', retryAfterMs: null }
    expect(textOf(other)).toBe('Later, please.')
    expect(textOf({ ...other, code: 'toString' })).toBe('Later, please.')
    expect(textOf({ ...other, message: '' })).toBe(FAILURE_TEXTS.refused)
  })
})
