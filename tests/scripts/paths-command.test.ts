import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { LAB_MACHINES } from '#src/lab/lab-machines.ts'
import { runPaths } from '../../scripts/lab/paths-command.ts'
import { PROJECT } from '../../scripts/lib/command.mjs'

const folder = mkdtempSync(join(tmpdir(), 'roadbook-paths-'))
afterAll(() => rmSync(folder, { recursive: true }))

const runOn = (isTerminal: boolean, ...args: string[]) => {
  const [printed, complained]: [string[], string[]] = [[], []]
  const code = runPaths(args, {
    print: (text) => printed.push(text),
    complain: (text) => complained.push(text),
    isTerminal,
    folder,
  })
  return { code, printed: printed.join(''), complained: complained.join('') }
}
const run = (...args: string[]) => runOn(false, ...args)

describe('paths of one machine', () => {
  test('are printed for people to read', () => {
    const { code, printed } = run('manual')
    expect(code).toBe(0)
    expect(printed).toMatch(/^# manual: every transition\n/)
    expect(printed).toMatch(/## 1\. \w+ to \w+, \d events?\n\nStarts in `\w+`/)
    expect(printed).toMatch(/\n1\. `manual\.\w+.*` → `\w+`\n/)
  })

  test('as JSON name the transitions that each event takes, and those that none takes with the reason', () => {
    const paths = JSON.parse(run('fleet', '--format', 'json').printed)
    expect(paths).toMatchObject({ machine: 'fleet', purpose: 'every transition' })
    const taken = new Set(
      paths.paths.flatMap(({ steps }: { steps: { transitions: string[] }[] }) =>
        steps.flatMap(({ transitions }) => transitions),
      ),
    )
    expect(taken.has('fleet.open.live: live.closed')).toBe(true)
    const { model } = LAB_MACHINES.find(({ name }) => name === 'fleet') ?? {}
    expect(paths.uncovered).toEqual(model?.unreachable)
  })

  test('as scenarios say what happens and where it leads', () => {
    const { printed } = run('recovery', '--format', 'gherkin')
    expect(printed).toMatch(/^Feature: recovery, every transition\n/)
    expect(printed).toContain(
      '    When recovery.linkRequested {"account":"asha"}\n    Then the state is "asking"\n',
    )
  })

  test('cover every state, or every two transitions that follow each other', () => {
    const stepsOf = (cover: string) =>
      JSON.parse(run('session', '--cover', cover, '--format', 'json').printed).paths.flatMap(
        ({ steps }: { steps: unknown[] }) => steps,
      ).length
    const [states, transitions, pairs] = ['states', 'transitions', 'pairs'].map(stepsOf)
    expect(states).toBeGreaterThan(0)
    expect(transitions).toBeGreaterThan(states)
    expect(pairs).toBeGreaterThan(transitions)
  })

  test('lead to a state, and do without an event', () => {
    const direct = JSON.parse(run('playback', '--to', 'play', '--format', 'json').printed)
    const last = direct.paths[0].steps.at(-1)
    expect([direct.paths.length, last.event.type, last.state]).toEqual([3, 'playback.play', 'play'])
    const other = run('playback', '--to', 'play', '--avoid', 'playback.play', '--format', 'json')
    expect(other.printed).not.toContain('"type": "playback.play"')
    const over = run('playback', '--to', 'playback.play: playback.restart', '--format', 'json')
    for (const { steps } of JSON.parse(over.printed).paths)
      expect(steps.at(-1).transitions).toContain('playback.play: playback.restart')
    const nowhere = run(
      'recovery',
      '--to',
      'done',
      '--avoid',
      'xstate.done.actor.ask',
      '--avoid',
      'xstate.done.actor.set',
    )
    expect([nowhere.code, nowhere.complained]).toEqual([
      1,
      'No path leads to done, without xstate.done.actor.ask, xstate.done.actor.set.\n',
    ])
  })

  test('are written into a folder, which is made', () => {
    expect(run('manual', '--out', 'plans', '--format', 'vitest').printed).toMatch(
      /^\d paths in plans\/manual\.test\.ts\n$/,
    )
    expect(readFileSync(join(folder, 'plans', 'manual.test.ts'), 'utf8')).toContain(
      'startSilent(manualMachine)',
    )
    expect(run('manual', '--out', 'plans', '--format', 'vitest').code, 'again').toBe(0)
  })

  test.each([
    ['plans/manual.test.ts', 'is a file. Name a folder.'],
    ['no/such', 'There is no folder '],
    ['/proc/nope', ''],
  ])('are not written to %s', (out, why) => {
    run('manual', '--out', 'plans', '--format', 'vitest')
    const { code, complained } = run('manual', '--out', out, '--format', 'vitest')
    expect(code).toBe(2)
    expect(complained).toContain(why)
  })
})

describe('paths of all machines', { timeout: 300_000 }, () => {
  const kept = join(PROJECT, 'tests', 'paths')

  test('are what the machines do now', () => {
    expect(run('--all', '--check')).toMatchObject({ code: 0, complained: '' })
  })

  test('have a bar on a terminal that tells how far they are, and goes at the end', () => {
    const { complained } = runOn(true, '--all', '--check')
    const lines = complained.split('\r\u001b[2K').slice(1)
    expect(lines).toHaveLength(LAB_MACHINES.length + 1)
    expect(lines[0]).toBe(`${'░'.repeat(24)} 0 of ${LAB_MACHINES.length} app`)
    const half = Math.ceil(LAB_MACHINES.length / 2)
    expect(lines[half]).toMatch(new RegExp(`^█{12}░{12} ${half} of \\d+ \\S+$`))
    expect(lines.at(-1)).toBe('')
  })

  test('that differ, are missing or are of no machine fail the check, which changes nothing', () => {
    cpSync(kept, join(folder, 'kept'), { recursive: true })
    const file = (name: string) => join(folder, 'kept', `${name}.test.ts`)
    writeFileSync(file('manual'), readFileSync(file('manual'), 'utf8').replace('toBe("', 'toBe("other'))
    rmSync(file('trips'))
    writeFileSync(file('former'), '')
    const { code, complained } = run('--all', '--check', '--out', 'kept')
    expect(code).toBe(1)
    expect(complained).toBe(
      [
        'kept/trips.test.ts is not what the machine does now.',
        'kept/manual.test.ts is not what the machine does now.',
        'kept/former.test.ts is of no machine.',
        'If the change is meant, run npm run paths -- --all, and review the difference.\n',
      ].join('\n'),
    )
    expect(readFileSync(file('manual'), 'utf8')).toContain('toBe("other')
    expect(run('--all', '--out', 'kept').printed).toBe(
      `${LAB_MACHINES.length} machines in kept, 2 of them changed.\n`,
    )
    expect(run('--all', '--check', '--out', 'kept').code).toBe(0)
  })
})

test.each([
  [['plyback'], "There is no machine 'plyback'. Nearest: playback, "],
  [['playback', '--to', 'pley'], "There is no state or transition of playback 'pley'. Nearest: play, "],
  [
    ['playback', '--to', 'playback.pley: playback.restart'],
    "'playback.pley: playback.restart'. Nearest: playback.play: playback.restart, ",
  ],
  [
    ['playback', '--avoid', 'playback.goo'],
    "There is no event of playback 'playback.goo'. Nearest: playback.go, ",
  ],
  [['playback', '--cover', 'all'], "There is no coverage 'all'. Nearest: "],
  [['playback', '--to', 'play', '--cover', 'pairs'], '--cover says what all paths cover, --to where '],
  [['playback', '--format', 'md'], "There is no format 'md'. Nearest: "],
  [[], 'Name one machine, or --all. Known: app, '],
  [['app', 'fleet'], 'Name one machine, or --all. '],
  [['--all', '--to', 'play'], '--all takes no machine, no --to and no --avoid'],
  [['app', '--check'], '--check compares the files of all machines: add --all.'],
  [['--colour'], "There is no option '--colour'. Nearest: --cover, "],
])('%j is a wrong command line, and says why', (args, why) => {
  const { code, printed, complained } = run(...args)
  expect([code, printed]).toEqual([2, ''])
  expect(complained).toContain(why)
  expect(complained).toContain('npm run paths -- --help')
})

test('--help and --list print what there is', () => {
  expect(run('--help').printed).toMatch(/--cover WHAT .*\n[\s\S]*--check/)
  expect(run('--list').printed.trim().split('\n')).toEqual(LAB_MACHINES.map(({ name }) => name))
})
