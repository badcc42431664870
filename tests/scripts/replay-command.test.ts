import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RECORDING_VERSION, type Recording } from '#contract/records/recording.ts'
import { packRecording } from '#src/services/recorder/recording-file.ts'
import { act, createRecordedSession } from '#tests/services/recorder/recorded-session.fixture.ts'
import { runReplay } from '../../scripts/lab/replay-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'roadbook-replay-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = (...args: string[]) => {
  const [printed, complained]: [string[], string[]] = [[], []]
  const code = runReplay(args, {
    print: (text) => printed.push(text),
    complain: (text) => complained.push(text),
    isTerminal: false,
    folder,
  })
  return { code, printed: printed.join(''), complained: complained.join('') }
}
const save = (name: string, recording: Recording) =>
  writeFileSync(join(folder, name), packRecording(recording))

let recording: Recording
/** The recording with its nth event from outside changed, or left out by null. */
const changed = (n: number, change: (event: Recording['segments'][0]['events'][0]) => object | null) => {
  let seen = -1
  return {
    ...recording,
    segments: recording.segments.map((segment) => ({
      ...segment,
      events: segment.events.flatMap((event) => {
        if (event.external) seen += 1
        const other = event.external && seen === n ? change(event) : event
        return other === null ? [] : [other as typeof event]
      }),
    })),
  }
}

beforeAll(async () => {
  const session = createRecordedSession()
  await act(session)
  recording = session.recorder.snapshot()
  save('session.recording.gz', recording)
})

describe('a recording', () => {
  test('is told event by event, with the states that each leads to', () => {
    const { code, printed, complained } = run('session.recording.gz')
    expect([code, complained]).toEqual([0, ''])
    expect(printed).toMatch(/^ {3}1 +0:00\.000 {2}\S+ ← \S+/)
    expect(printed).toMatch(/fleet\/playback ← playback\.play\n +fleet\/playback: empty\.ready → play\n/)
    expect(printed).toContain('fleet/playback: (not there) → empty.loading')
  })

  test('is told as JSON, a line for each event, up to the one that is named', () => {
    const lines = run('session.recording.gz', '--json', '--until', '3').printed.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).number)).toEqual([1, 2, 3])
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ difference: null, changes: expect.any(Array) })
  })

  test('that leads elsewhere tells of each machine where it was and where it is', () => {
    const n = recording.segments
      .flatMap(({ events }) => events)
      .filter(({ external }) => external)
      .findIndex(({ event }) => event.type === 'playback.play')
    save(
      'paused.recording.gz',
      changed(n, (event) => ({ ...event, event: { type: 'playback.pause' } })),
    )
    expect(run('paused.recording.gz').complained).toContain(
      '\n  fleet/playback: recorded play, replayed empty.ready\n',
    )
  })

  test('that leads elsewhere than when it was made is stopped there', () => {
    save(
      'other.recording.gz',
      changed(5, (event) => ({ ...event, hash: 'none' })),
    )
    const { code, complained } = run('other.recording.gz')
    expect(code).toBe(1)
    expect(complained).toMatch(/^Diverged at event 6: The machines stand elsewhere after '/)
  })

  test('is compared with another', () => {
    expect(run('session.recording.gz', '--diff', 'session.recording.gz').printed).toMatch(
      /^Both have the same \d+ events/,
    )
    save(
      'shorter.recording.gz',
      changed(7, () => null),
    )
    const { code, printed } = run('session.recording.gz', '--diff', 'shorter.recording.gz')
    expect(code).toBe(1)
    expect(printed).toMatch(/^They differ from event 8 on:\n {3}8 .*\n {3}8 .*\n$/)
  })

  test('is shrunk to the few events that lead to a state, and made a test that fails until they no longer do', async () => {
    const { code, printed } = run(
      ...['session.recording.gz', '--goal', 'fleet/playback=play', '--shrink', '--to-test', 'play.test.ts'],
    )
    expect(code).toBe(0)
    const [, few, all] = /^(\d+) events of (\d+) lead fleet\/playback to play:/.exec(printed) ?? []
    expect(Number(few)).toBeLessThan(Number(all) / 3)
    expect(Number(few)).toBeGreaterThan(2)
    expect(printed).toContain('fleet/playback ← playback.play')
    const text = readFileSync(join(folder, 'play.test.ts'), 'utf8')
    // Vitest runs no test within a test: what the file does is done by hand.
    const runFile = new Function('test', 'expect', 'leadsTo', text.replaceAll(/^import .*$/gm, ''))
    const { leadsTo } = await import('#src/lab/fed-events.ts')
    const outcomes: string[] = []
    runFile(
      (name: string, body: () => void) => {
        outcomes.push(name)
        body()
      },
      (value: unknown) => ({ toBe: (wanted: unknown) => outcomes.push(`${value} and not ${wanted}`) }),
      leadsTo,
    )
    expect(outcomes).toEqual(['what was recorded does not lead fleet/playback to play', 'true and not false'])
  })

  test('is shrunk to what leads to a state after an event, or while another machine is in a state', () => {
    const goal = ['session.recording.gz', '--shrink', '--goal', 'fleet/playback=play']
    const count = ({ printed }: ReturnType<typeof run>) => Number(/^\d+/.exec(printed)?.[0])
    const alone = run(...goal)
    const after = run(...goal, '--after', 'playback.setSpeed')
    expect(after.printed).toMatch(
      /^\d+ events of \d+ lead fleet\/playback to play after playback\.setSpeed:\n/,
    )
    expect(after.printed).toMatch(/ {2}fleet\/playback ← playback\.setSpeed \{"speed":4\}\n$/)
    expect(count(after)).toBe(count(alone) + 1)
    expect(run(...goal, '--while', 'session=signedOut')).toMatchObject({
      code: 1,
      complained: 'Nothing in the recording leads fleet/playback to play while session is in signedOut.\n',
    })
    const meanwhile = run(...goal, '--while', 'session=signedIn', '--after', 'playback.play')
    expect(meanwhile.printed).toMatch(
      /^\d+ events of \d+ lead fleet\/playback to play while session is in signedIn after playback\.play:\n/,
    )
    expect(run(...goal, '--after', 'playback.pause')).toMatchObject({
      code: 1,
      complained: 'Nothing in the recording leads fleet/playback to play after playback.pause.\n',
    })
  })

  test('in which a machine breaks is shrunk to that, where no goal is named', () => {
    const n = recording.segments
      .flatMap(({ events }) => events)
      .filter(({ external }) => external)
      .findIndex(({ event }) => event.type === 'xstate.done.actor.logIn')
    save(
      'broken.recording.gz',
      changed(n, (event) => ({ ...event, event: { type: 'xstate.done.actor.logIn' } })),
    )
    const { code, printed } = run('broken.recording.gz', '--shrink')
    expect(code).toBe(0)
    expect(printed).toMatch(/^\d+ events of \d+ lead \S+ to error:\n/)
    expect(printed).toMatch(/session ← xstate\.done\.actor\.logIn\n$/)
  })

  test('in which nothing leads to the goal cannot be shrunk', () => {
    expect(run('session.recording.gz', '--goal', 'fleet/playback=error', '--shrink')).toMatchObject({
      code: 1,
      complained: 'Nothing in the recording leads fleet/playback to error.\n',
    })
    expect(run('session.recording.gz', '--shrink')).toMatchObject({
      code: 1,
      complained: 'No machine breaks in this recording. Say what to look for: --goal MACHINE=STATE.\n',
    })
  })
})

test.each([
  [[], 'Name one recording.'],
  [['a', 'b'], 'Name one recording.'],
  [['nowhere.gz'], "nowhere.gz'. Name a recording: what Report a problem in the portal saves"],
  [['.'], ' is a folder. Name a recording: '],
  [['session.recording.gz', '--diff', 'nowhere.gz'], "nowhere.gz'. Name a recording: "],
  [['session.recording.gz', '--until', '0'], '--until takes the number of an event, from 1.'],
  [
    ['session.recording.gz', '--shrink', '--goal', 'play'],
    'Say what to look for: --goal fleet/playback=play',
  ],
  [
    ['session.recording.gz', '--goal', 'fleet/playback=play'],
    '--goal, --while and --after say what to look for',
  ],
  [
    ['session.recording.gz', '--shrink', '--to-test', 'session.recording.gz'],
    "session.recording.gz' is there already. Name a new file.",
  ],
  [['session.recording.gz', '--to-test', 'no/such/x.test.ts'], 'There is no folder '],
  [
    ['session.recording.gz', '--diff', 'session.recording.gz', '--json'],
    '--json and --until are for the transcript',
  ],
  [['session.recording.gz', '--shrink', '--until', '9'], '--json and --until are for the transcript'],
  [
    ['session.recording.gz', '--diff', 'session.recording.gz', '--goal', 'fleet/playback=play'],
    '--diff compares two recordings: leave out what is to be looked for.',
  ],
  [
    ['session.recording.gz', '--shrink', '--goal', 'fleet/playbak=play'],
    "No machine 'fleet/playbak' runs in this recording. Nearest: fleet/playback, ",
  ],
  [
    ['session.recording.gz', '--shrink', '--goal', 'fleet/playback=pley'],
    "There is no state of fleet/playback 'pley'. Nearest: play, ",
  ],
  [
    ['session.recording.gz', '--shrink', '--goal', 'app=running', '--while', 'session=signdIn'],
    "There is no state of session 'signdIn'. Nearest: signedIn, ",
  ],
  [
    ['session.recording.gz', '--shrink', '--goal', 'app=running', '--while', 'fleet'],
    'Say what to look for: --while fleet/playback=play',
  ],
  [
    ['session.recording.gz', '--shrink', '--goal', 'app=running', '--after', 'playback.paus'],
    "No event 'playback.paus' comes in this recording. Nearest: playback.pause, ",
  ],
  [['--shrnk'], "There is no option '--shrnk'. Nearest: --shrink, "],
  [['--until'], "Option '--until <value>' argument missing"],
])('%j is a wrong command line, and says why', (args, why) => {
  const { code, printed, complained } = run(...args)
  expect([code, printed]).toEqual([2, ''])
  expect(complained).toContain(why)
})

describe('a file that is no recording is refused with the reason', () => {
  const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '))
  test.each<[string, () => Uint8Array, string]>([
    ['another file', () => Buffer.from('hello'), 'This is not a recording: it is not compressed by gzip.'],
    ['an empty file', () => Buffer.alloc(0), 'This is not a recording: it is not compressed by gzip.'],
    [
      'a file that was cut short',
      () => packRecording(recording).subarray(0, 500),
      'The recording is damaged or was cut short. Download it again.',
    ],
    ['compressed text', () => gzipSync('hello'), 'This is not a recording: it holds no JSON.'],
    ["another product's", () => gzipSync('[{"type":4}]'), 'This is not a recording of this portal.'],
    [
      'a newer version',
      () => gzipSync(JSON.stringify({ ...recording, version: RECORDING_VERSION + 1 })),
      `The recording is of version ${RECORDING_VERSION + 1}; this tool reads version ${RECORDING_VERSION}.`,
    ],
    [
      'one without its parts',
      () => gzipSync(JSON.stringify({ version: RECORDING_VERSION, segments: [{}] })),
      'The recording is damaged: it does not have the parts of one.',
    ],
    ['JSON without end', () => gzipSync('['.repeat(1_000_000)), 'This is not a recording: it holds no JSON.'],
    ['what becomes very large', () => bomb, 'The file holds more than 64 MiB, which no recording does.'],
  ])('%s', (_, bytes, why) => {
    writeFileSync(join(folder, 'file.gz'), bytes())
    expect(run('file.gz')).toEqual({
      code: 2,
      printed: '',
      complained: expect.stringContaining(`file.gz: ${why}`),
    })
  })
})
