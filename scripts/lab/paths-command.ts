import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { targetsOf } from '#src/lab/chart.ts'
import { graphOf, LAB_MACHINES, type LabMachine } from '#src/lab/lab-machines.ts'
import { COVERAGES, pathsFor, purposeOf, type Question } from '#src/lab/path-cover.ts'
import { type Described, ENDINGS, FORMATS, type Format, writePaths } from '#src/lab/path-formats.ts'
import { BadArguments, exitCodeOf, makeFolder, parsed, type Terminal, unknownName } from './command-line.ts'

const USAGE = `Paths through the machines of the client, from their models.

npm run paths -- MACHINE [options]   prints paths of one machine
npm run paths -- --all [options]     writes those of every machine into files

  --cover WHAT     transitions (the default), states or pairs of transitions that follow each other
  --to STATE       only the shortest paths into this state, such as open.live, or over a transition by its name
  --avoid EVENT    without this event; may be given several times
  --format FORMAT  markdown (the default), json, gherkin or vitest (the default of --all)
  --out FOLDER     writes MACHINE.md and so on there instead of printing; tests/paths for --all
  --check          with --all: writes nothing, and fails where a file is not what it would write
  --list           prints the names of the machines
  --help           prints this

Ends with 0, with 1 where --check finds a difference or no path leads to the state, and with 2 for a wrong command line.
`

/** Where the paths of all machines are kept. */
const KEPT_IN = join(import.meta.dirname, '..', '..', 'tests', 'paths')

/** One of the names, or a complaint that lists the nearest. */
const oneOf = <Name extends string>(what: string, name: string, names: readonly Name[]): Name => {
  const found = names.find((each) => each === name)
  if (found !== undefined) return found
  throw unknownName(what, name, names)
}

const OPTIONS = {
  all: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  cover: { type: 'string' },
  to: { type: 'string' },
  avoid: { type: 'string', multiple: true, default: [] as string[] },
  format: { type: 'string' },
  out: { type: 'string' },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const describe = (machine: LabMachine, question: Question): Described => {
  const events = [...new Set(machine.model.stimuli.map(({ type }) => type))]
  for (const event of question.avoid) oneOf(`event of ${machine.name}`, event, events)
  const { states, transitions } = targetsOf(machine.machine)
  if (question.to !== undefined)
    oneOf(`state or transition of ${machine.name}`, question.to, [...states, ...transitions])
  return { machine, purpose: purposeOf(question), ...pathsFor(graphOf(machine), question) }
}

const BAR = 24

const progress = ({ complain, isTerminal }: Terminal, done: number, name: string) => {
  if (!isTerminal) return
  const of = LAB_MACHINES.length
  const full = Math.round((done / of) * BAR)
  const line = `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${done} of ${of} ${name}`
  complain(done === of ? '\r\u001b[2K' : `\r\u001b[2K${line}`)
}

const read = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Writes the paths of every machine, or with `checks` compares them. Returns the exit code. */
const runAll = (
  question: Question,
  { format, folder, checks }: { format: Format; folder: string; checks: boolean },
  terminal: Terminal,
): number => {
  const ending = `.${ENDINGS[format]}`
  const texts = new Map<string, string>()
  for (const [at, machine] of LAB_MACHINES.entries()) {
    progress(terminal, at, machine.name)
    texts.set(`${machine.name}${ending}`, writePaths(format, describe(machine, question)))
  }
  progress(terminal, LAB_MACHINES.length, '')
  if (!checks) makeFolder(folder)
  const there = readdirSync(folder).filter((name) => name.endsWith(ending))
  const spare = there.filter((name) => !texts.has(name))
  const changed = [...texts].filter(([name, text]) => read(join(folder, name)) !== text)
  const shown = relative(terminal.folder, folder) || '.'
  if (checks) {
    for (const [name] of changed)
      terminal.complain(`${join(shown, name)} is not what the machine does now.\n`)
    for (const name of spare) terminal.complain(`${join(shown, name)} is of no machine.\n`)
    if (changed.length + spare.length > 0)
      terminal.complain('If the change is meant, run npm run paths -- --all, and review the difference.\n')
    return changed.length + spare.length > 0 ? 1 : 0
  }
  for (const [name, text] of changed) writeFileSync(join(folder, name), text)
  for (const name of spare) rmSync(join(folder, name))
  terminal.print(`${texts.size} machines in ${shown}, ${changed.length} of them changed.\n`)
  return 0
}

const run = (args: readonly string[], terminal: Terminal): number => {
  const { values, positionals } = parsed(args, OPTIONS)
  if (values.help) {
    terminal.print(USAGE)
    return 0
  }
  const names = LAB_MACHINES.map(({ name }) => name)
  if (values.list) {
    terminal.print(`${names.join('\n')}\n`)
    return 0
  }
  if (values.cover !== undefined && values.to !== undefined)
    throw new BadArguments('--cover says what all paths cover, --to where each of them leads: leave out one.')
  const question = {
    coverage: oneOf('coverage', values.cover ?? 'transitions', COVERAGES),
    to: values.to,
    avoid: values.avoid,
  }
  const folder = values.out === undefined ? undefined : resolve(terminal.folder, values.out)
  const format = oneOf('format', values.format ?? (values.all ? 'vitest' : 'markdown'), FORMATS)
  if (values.all) {
    if (positionals.length > 0 || values.to !== undefined || values.avoid.length > 0)
      throw new BadArguments('--all takes no machine, no --to and no --avoid: they differ by machine.')
    return runAll(question, { format, folder: folder ?? KEPT_IN, checks: values.check }, terminal)
  }
  if (values.check) throw new BadArguments('--check compares the files of all machines: add --all.')
  const [wanted, ...more] = positionals
  if (wanted === undefined || more.length > 0)
    throw new BadArguments(`Name one machine, or --all. Known: ${names.join(', ')}.`)
  const name = oneOf('machine', wanted, names)
  const machine = LAB_MACHINES.find((each) => each.name === name) as LabMachine
  const described = describe(machine, question)
  if (values.to !== undefined && described.paths.length === 0) {
    terminal.complain(`No path leads ${described.purpose}.\n`)
    return 1
  }
  const text = writePaths(format, described)
  if (folder === undefined) terminal.print(text)
  else {
    makeFolder(folder)
    const file = join(folder, `${name}.${ENDINGS[format]}`)
    writeFileSync(file, text)
    terminal.print(`${described.paths.length} paths in ${relative(terminal.folder, file)}\n`)
  }
  return 0
}

/** Runs the command with its arguments. Returns its exit code. */
export const runPaths = (args: readonly string[], terminal: Terminal): number =>
  exitCodeOf('paths', terminal, () => run(args, terminal))
