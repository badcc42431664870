import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfiguration } from '#server/configuration.ts'
import { checkPort, createLifecycle } from '#server/lifecycle.ts'

describe('stopping', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const begun = () => {
    const done: string[] = []
    const warnings: string[] = []
    const codes: number[] = []
    const lifecycle = createLifecycle({
      warn: (message) => warnings.push(message),
      last: (code) => codes.push(code),
    })
    const add = (what: string, end: () => Promise<void> = async () => void done.push(what)) =>
      lifecycle.registerStarted({ what, end, limitMs: 1000 })
    return { lifecycle, add, done, warnings, codes }
  }

  test('ends everything in reverse order, once, and then exits', async () => {
    const { lifecycle, add, done, codes } = begun()
    add('database')
    add('http')
    await Promise.all([lifecycle.stop(), lifecycle.stop(1)])
    expect(done).toEqual(['http', 'database'])
    expect(codes).toEqual([0])
  })

  test('a part that fails or hangs does not keep the rest from ending', async () => {
    const { lifecycle, add, done, warnings, codes } = begun()
    add('database')
    add('failing', () => Promise.reject(new Error('no')))
    add('hanging', () => new Promise(() => {}))
    const stopped = lifecycle.stop()
    await vi.advanceTimersByTimeAsync(1000)
    await stopped
    expect(done).toEqual(['database'])
    expect(warnings).toEqual([expect.stringContaining('hanging'), expect.stringContaining('failing')])
    expect(codes).toEqual([1])
  })

  test('exits within three seconds in any case', async () => {
    const { lifecycle, add, codes, warnings } = begun()
    for (const what of ['a', 'b', 'c', 'd']) add(what, () => new Promise(() => {}))
    void lifecycle.stop()
    await vi.advanceTimersByTimeAsync(2_999)
    expect(codes[0]).toBe(1)
    expect(warnings).toContain('Stopping took too long; cut off were: b, a.')
  })
})

describe('a port', () => {
  test('in use is named, together with what to do', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await expect(checkPort(port, '127.0.0.1')).rejects.toThrow(
      `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
    )
    await new Promise((resolve) => other.close(resolve))
    await expect(checkPort(port, '127.0.0.1')).resolves.toBeUndefined()
  })

  test('of an address that is not ours is refused with a message', async () => {
    await expect(checkPort(0, '203.0.113.7')).rejects.toThrow(
      'HOST=203.0.113.7 is no address of this machine.',
    )
  })
})

describe('configuration', () => {
  test('demo mode listens on this machine only, unless HOST is set', () => {
    expect(readConfiguration({})).toMatchObject({ isDemo: true, host: '127.0.0.1', port: 8080, demoDays: 30 })
    expect(readConfiguration({ HOST: '0.0.0.0' })).toMatchObject({ host: '0.0.0.0', isHostChosen: true })
    expect(readConfiguration({ DEMO: 'off' })).toMatchObject({ isDemo: false, host: '0.0.0.0' })
  })

  test.each([
    [{ PORT: 'abc' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ DEMO: 'maybe' }, 'DEMO'],
    [{ DEMO_DAYS: '0' }, 'DEMO_DAYS must be a number of days from 1 to 30'],
    [{ DEMO_DAYS: '31' }, 'DEMO_DAYS'],
    [{ ACCESS_TOKEN_LIFE_S: '11' }, 'ACCESS_TOKEN_LIFE_S'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  ])('%j is refused by name', (variables, name) => {
    expect(() => readConfiguration(variables)).toThrow(name)
  })
})
