import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fixFields } from '#domain/fix.ts'
import { INGEST, INGEST_PATH, MAX_INGEST_BYTES, TRACCAR_PATH } from '#server/ingest/limits.ts'

const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'devices.md'), 'utf8')

const rowsBelow = (heading: string): string[] =>
  (text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)

const named = (format: { names: readonly string[]; unit?: string } | undefined): string =>
  format === undefined
    ? '–'
    : format.names.map((name) => `\`${name}\``).join(', ') + (format.unit ? ` (${format.unit})` : '')

const rangeOf = (field: (typeof fixFields)[number]): string => {
  if (field.name === 'time') return '2000 to 2099'
  if (field.kind === 'strings') return `${field.most} of ${field.longest} characters`
  if (field.kind === 'boolean') return 'true, false'
  return 'range' in field ? `${field.range[0]} to ${field.range[1]}` : ''
}

test('docs/devices.md lists every field that a device can send, with unit, range and names', () => {
  const sent = fixFields.filter(({ ingest, traccar }) => ingest ?? traccar)
  expect(rowsBelow('Fields')).toEqual(
    sent.map(
      (field) =>
        `| ${field.name} | ${field.unit ?? ''} | ${rangeOf(field)} | ${named(field.ingest)} | ${named(field.traccar)} |`,
    ),
  )
})

test('docs/devices.md lists the limits of both doors', () => {
  expect(rowsBelow('Limits')).toEqual([
    `| bytes of a request to \`${INGEST_PATH}\` | ${MAX_INGEST_BYTES} |`,
    `| bytes of a request to \`${TRACCAR_PATH}\` | ${INGEST.gatewayBytes} |`,
    `| positions in a request | ${INGEST.requestFixes} |`,
    `| values in a query or form | ${INGEST.requestPairs} |`,
    `| names in a form | ${INGEST.formNames} |`,
    `| characters of a name with its value | ${INGEST.pairLength} |`,
    `| characters of a Traccar device's id | ${INGEST.deviceTextLength} |`,
    `| devices of a company that wait to be accepted; the longest silent gives way | ${INGEST.pendingDevices} |`,
    `| refused requests of unknown devices from an address in ${INGEST.unknownWindowMs / 1000} s | ${INGEST.mostUnknown} |`,
    `| positions that wait for a commit; above it 503 | ${INGEST.queuedFixes} |`,
    `| of these, positions of one company | ${INGEST.queuedOfCompany} |`,
    `| milliseconds until a commit is answered 503 | ${INGEST.answerMs} |`,
  ])
})
