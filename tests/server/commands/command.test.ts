import { describe, expect, test } from 'vitest'
import { runProgram } from '#tests/kit/server/command-programs.ts'

const PROGRAMS = ['import', 'user', 'keys', 'company', 'vehicle', 'backup', 'restore', 'calls', 'alerts']

describe('every command', () => {
  test.each(PROGRAMS)('%s prints its usage on --help', async (name) => {
    const { code, out, err } = await runProgram(name, ['--help'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(new RegExp(`^Usage:\\s+npm run ${name}`))
  })
  test.each(PROGRAMS)('%s refuses an unknown option and prints its usage', async (name) => {
    const { code, err } = await runProgram(name, ['--colour'])
    expect(code).toBe(2)
    expect(err).toContain("'--colour'")
    expect(err).toMatch(new RegExp(`Usage:\\s+npm run ${name}`))
  })
})
