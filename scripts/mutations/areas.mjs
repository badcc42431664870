import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from '../lib/command.mjs'

/** Folders of the server whose tests must notice what breaks in them. */
export const SERVER = [
  'server/rules',
  'server/alerts',
  'server/figures',
  'server/dashboard',
  'server/live-share',
]
const isRepository = (file) => file.endsWith('.repository.ts')

/**
 * What is broken: where its sources lie, which of them it has where not all, and the least share of its mutants that tests must
 * notice. Rules are the rest of the server's folders: what decides, evaluates and answers.
 */
export const AREAS = [
  { name: 'machines', roots: ['src/machines'], goal: 0.9 },
  { name: 'streams', roots: ['src/streams'], goal: 0.9 },
  { name: 'wiring', roots: ['src/wiring'], goal: 0.85 },
  { name: 'rules', roots: SERVER, holds: (file) => !isRepository(file), goal: 0.9 },
  { name: 'repositories', roots: SERVER, holds: isRepository, goal: 0.9 },
  { name: 'lab', roots: ['src/lab'], goal: 0.9 },
]

/** The name of the area of a file, below the project; undefined for one of none. */
export const areaOf = (file) =>
  AREAS.find(
    ({ roots, holds = () => true }) => roots.some((root) => file.startsWith(`${root}/`)) && holds(file),
  )?.name

/** Sources of an area whose mutants a test can notice: no types, and no stimuli that only tests use. */
export const sourcesOf = ({ name, roots }) =>
  roots
    .flatMap((root) => readdirSync(join(PROJECT, root), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.(ports|model)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(PROJECT.length + 1))
    .filter((file) => areaOf(file) === name)
    .sort()
