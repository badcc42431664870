import { parseArgs } from 'node:util'
import type { Call } from '#contract/calls/call.ts'
import { allCalls } from '#contract/calls/index.ts'
import { ROLES } from '#contract/roles.ts'
import { addressesOf } from '../http/mount.ts'
import { NOT_BUILT } from '../http/not-built.ts'
import { runCommand } from './command.ts'

const HEADINGS = ['id', 'method', 'path', 'roles', 'scope', 'state'] as const

const rolesOf = ({ roles }: Call): string => {
  if (roles === 'public') return 'public'
  return roles.length === ROLES.length ? 'every role' : roles.join(' ')
}

const rowOf = (call: Call): string[] => [
  call.id,
  call.method,
  addressesOf(call)[0] ?? '',
  rolesOf(call),
  call.scope,
  NOT_BUILT.includes(call.id) ? 'not yet' : 'built',
]

const USAGE = `Usage: npm run calls

Prints every backend call with its address, its roles, the data it can reach, and whether it is built.`

await runCommand(USAGE, async (args) => {
  parseArgs({ args })
  const rows = [[...HEADINGS], ...allCalls.map(rowOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  const built = allCalls.length - NOT_BUILT.length
  console.log(`\n${allCalls.length} calls: ${built} built, ${NOT_BUILT.length} not yet.`)
  return 0
})
