// npm run mutate -- --sample N [--seed S] | --all | --file F[:LINE] | --survivors: breaks one small thing after another in
// the areas of mutations/areas.mjs, and counts what their tests notice. --in PATH,… takes a sample from these folders or files alone.
// --survivors runs those of the last run again, with the tests of all pages; --quick runs only the tests that are named most like
// the file. All but --file, --quick and a --in that names part of an area write docs/mutations.md, which keeps the other areas.
// Ctrl+C ends it with what ran so far; the same sample goes on from there.
import { fork } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { PROJECT } from './lib/command.mjs'
import { main, Problem, say, step } from './lib/console.mjs'
import { checkNode, ensureInstalled } from './lib/prepare.mjs'
import { AREAS, areaOf, sourcesOf } from './mutations/areas.mjs'
import { createTypeCheck, mutantsOf, shuffled, sourcesAt, withMutant } from './mutations/mutants.mjs'
import { reportOf, titleOf } from './mutations/report.mjs'

const USAGE =
  'Use: npm run mutate -- --sample N [--seed S] [--in PATH,…] | --all | --file F[:LINE] | --survivors [--quick] [--workers N]'
/** A mutant that lets no test end for so long never stops, ms. */
const SILENCE_MS = 180_000
/** How long a worker may take to end by itself, ms. */
const END_MS = 5_000
/** MB of memory for a worker's tests: a mutant whose loop collects something ends them by that, and not the machine. */
const MOST_MB = 1536
/** A worker that ends more often than this is broken, and not by its mutants. */
const MAX_CRASHES = 5
const LAST_RUN = join(PROJECT, 'node_modules', '.cache', 'roadbook-reports', 'mutations.json')
const REPORT = join(PROJECT, 'docs', 'mutations.md')

const optionsOf = () => {
  try {
    const { values } = parseArgs({
      options: {
        sample: { type: 'string' },
        seed: { type: 'string', default: '1' },
        in: { type: 'string' },
        all: { type: 'boolean' },
        file: { type: 'string' },
        survivors: { type: 'boolean' },
        quick: { type: 'boolean' },
        workers: { type: 'string', default: `${Math.min(2, availableParallelism())}` },
      },
    })
    const modes = [values.sample, values.all, values.file, values.survivors]
    const isOne = modes.filter((mode) => mode !== undefined).length === 1
    if (isOne && (values.in === undefined || values.sample !== undefined)) return values
  } catch {}
  throw new Problem(USAGE)
}

const sources = new Map()
const sourceOf = (file) => {
  if (!sources.has(file)) sources.set(file, readFileSync(join(PROJECT, file), 'utf8'))
  return sources.get(file)
}
const mutantsIn = (file) =>
  mutantsOf(file, sourceOf(file)).map((mutant) => ({ ...mutant, file, area: areaOf(file) }))

/** The areas' mutants in turn, so that a sample has as many of each. */
const interleaved = (lists) =>
  Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, place) =>
    lists.flatMap((list) => list.slice(place, place + 1)),
  ).flat()

/** The areas of which these files or folders name sources, with them; all without any. */
const wantedIn = (paths) => {
  const areas = AREAS.map((area) => ({ name: area.name, sources: sourcesOf(area) }))
  const all = areas.flatMap(({ sources }) => sources)
  const named = new Set(paths === undefined ? all : sourcesAt(all, paths.split(',')))
  return areas
    .map(({ name, sources }) => ({ name, sources, wanted: sources.filter((source) => named.has(source)) }))
    .filter(({ wanted }) => wanted.length > 0)
}

const candidatesFor = ({ file, seed, in: paths, survivors, last }) => {
  if (survivors) return last.filter(({ result }) => result === 'survived')
  if (file !== undefined) {
    const [path, line] = file.split(':')
    return mutantsIn(path).filter((mutant) => line === undefined || mutant.line === Number(line))
  }
  return interleaved(wantedIn(paths).map(({ wanted }) => shuffled(wanted.flatMap(mutantsIn), Number(seed))))
}

/** Runs the mutants that `next` gives until it gives none; `onResult` takes each with its result. */
const work = (next, onResult, reach) =>
  new Promise((resolve, reject) => {
    let mutant = null
    let crashes = 0
    /** Whether the worker has crashed under this mutant; twice is no chance. */
    let hasCrashed = false
    let isEnded = false
    let silence
    let worker
    const finish = (result) => {
      onResult({ ...mutant, result })
      mutant = null
      hasCrashed = false
    }
    /** Ends the worker, which ends its database by itself, and then the processes that run its tests: one of them may be in a loop. */
    const end = () => {
      clearTimeout(silence)
      isEnded = true
      const ended = worker
      if (ended?.pid === undefined) return
      const kill = () => {
        clearTimeout(limit)
        try {
          process.kill(-ended.pid, 'SIGKILL')
        } catch (error) {
          if (error.code !== 'ESRCH') throw error
        }
      }
      const limit = setTimeout(kill, END_MS)
      if (ended.exitCode !== null || ended.signalCode !== null) return kill()
      ended.once('exit', kill)
      if (ended.connected) ended.disconnect()
    }
    const start = () => {
      isEnded = false
      // Detached: Ctrl+C must not end it amid a mutant, and its processes are a group.
      worker = fork(join(PROJECT, 'scripts', 'mutations', 'worker.mjs'), {
        cwd: PROJECT,
        execArgv: [`--max-old-space-size=${MOST_MB}`],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        detached: true,
      })
      const started = worker
      worker.on('message', (message) => {
        // What an ended worker still had to say is about a mutant that has its result.
        if (isEnded || started !== worker) return
        watch()
        if (message.type === 'alive') return
        if (message.type === 'failed') return fail(message.message)
        if (message.type === 'ran') finish(message.by === null ? 'survived' : 'noticed')
        // After a first crash the mutant is still there, and runs again.
        mutant ??= next()
        if (mutant === null) {
          end()
          return resolve()
        }
        const { file } = mutant
        const source = withMutant(sourceOf(file), mutant)
        worker.send({ file: join(PROJECT, file), source, reach })
      })
      worker.on('exit', (code) => {
        if (isEnded || started !== worker) return
        end()
        if (mutant !== null && hasCrashed) finish('noticed')
        else {
          crashes += 1
          hasCrashed = mutant !== null
        }
        if (crashes > MAX_CRASHES) return fail(`A worker of the mutations ended with code ${code}.`)
        start()
      })
    }
    const fail = (reason) => {
      end()
      reject(new Error(reason))
    }
    const watch = () => {
      clearTimeout(silence)
      silence = setTimeout(() => {
        end()
        if (mutant !== null) finish('noticed')
        start()
      }, SILENCE_MS)
    }
    start()
  })

await main(async () => {
  const options = optionsOf()
  checkNode()
  await ensureInstalled()
  const last = existsSync(LAST_RUN) ? JSON.parse(readFileSync(LAST_RUN, 'utf8')).results : []
  const candidates = candidatesFor({ ...options, last })
  const wanted = options.sample === undefined ? candidates.length : Number(options.sample)
  const compiles = createTypeCheck(PROJECT)
  const results = []
  let given = 0
  // The mutants at work end, and the report is on those that ran.
  process.on('SIGINT', () => candidates.splice(0))
  const today = new Date().toISOString().slice(0, 10)
  const of = options.all ? `all, ${today}` : `seed ${options.seed}, ${today}`
  const isSame = (a, b) => a.title === b.title && a.start === b.start
  /** What this sample has said of a mutant before it was ended. */
  const knownOf = (mutant) =>
    options.sample === undefined
      ? undefined
      : last.find((old) => old.seed === options.seed && isSame(old, mutant))
  const next = () => {
    while (given < wanted) {
      const mutant = candidates.shift()
      if (mutant === undefined) return null
      const titled = { ...mutant, title: titleOf(mutant, sourceOf(mutant.file)) }
      const known = knownOf(titled)
      // What the compiler refuses needs no test.
      if (
        known === undefined &&
        !compiles(join(PROJECT, mutant.file), withMutant(sourceOf(mutant.file), mutant))
      )
        continue
      given += 1
      if (known === undefined) return titled
      results.push(known)
    }
    return null
  }
  const areas = options.survivors || options.file !== undefined ? [] : wantedIn(options.in)
  /** Writes the report of what ran so far, so that a run that is ended loses nothing. */
  const save = () => {
    const kept = options.survivors
      ? last.filter((old) => !results.some((mutant) => isSame(mutant, old)))
      : last.filter(({ area }) => !areas.some(({ name }) => name === area))
    const all = [...kept, ...results]
    mkdirSync(dirname(LAST_RUN), { recursive: true })
    writeFileSync(LAST_RUN, JSON.stringify({ results: all }))
    writeFileSync(REPORT, reportOf(all))
  }
  const reach = options.quick ? 'nearest' : options.survivors ? 'all' : 'feature'
  const isReported =
    options.file === undefined &&
    !options.quick &&
    areas.every(({ sources, wanted }) => wanted.length === sources.length)
  await step('Mutations', async (note) => {
    const onResult = (mutant) => {
      results.push({ ...mutant, seed: options.seed, of: mutant.of ?? of })
      if (mutant.result === 'survived') say(`survived: ${mutant.title}`)
      const survivors = results.filter(({ result }) => result === 'survived').length
      note(`${results.length} of ${wanted} · ${survivors} survived`)
      if (isReported) save()
    }
    await Promise.all(Array.from({ length: Number(options.workers) }, () => work(next, onResult, reach)))
  })
  if (isReported) say(readFileSync(REPORT, 'utf8'))
  else
    say(
      `${results.filter(({ result }) => result === 'noticed').length} of ${results.length} mutants were noticed.`,
    )
})
