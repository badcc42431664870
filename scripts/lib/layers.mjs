import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const PRODUCT = /^(domain|contract|src|server)\//
const STYLE = /\.css$/

/** The room of a module: `server/alerts`, `src/machines`, `domain`. A migration belongs to none, because it stays as it was written. */
const topFolderOf = (path) => {
  const folder = dirname(path)
  return folder === 'server/db/migrations' ? folder : folder.split('/').slice(0, 2).join('/')
}

/** Pairs of folders, and of rooms with all their folders, that import each other by value, each pair once. */
const mutualImports = (_root, modules) => {
  const imports = new Map()
  for (const { source, dependencies } of modules)
    for (const { resolved, dependencyTypes } of dependencies) {
      if (!PRODUCT.test(source) || !PRODUCT.test(resolved) || STYLE.test(resolved)) continue
      if (dependencyTypes.includes('type-only')) continue
      for (const placeOf of [dirname, topFolderOf]) {
        const [from, to] = [placeOf(source), placeOf(resolved)]
        if (from !== to) imports.set(`${from} ${to}`, `${basename(source)} → ${basename(resolved)}`)
      }
    }
  return [...imports].flatMap(([pair, there]) => {
    const [from, to] = pair.split(' ')
    const back = imports.get(`${to} ${from}`)
    return back !== undefined && from < to ? [`${from} (${there}) and ${to} (${back})`] : []
  })
}

/** Kysely's statements and raw SQL. */
const SQL = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(<[^`]*>)?`/
const MAY_HOLD_SQL = /^server\/db\/|\.repository\.ts$/

const sqlOutsideRepositories = (root, modules) =>
  modules
    .map(({ source }) => source)
    .filter((source) => source.startsWith('server/') && !MAY_HOLD_SQL.test(source))
    .filter((source) => SQL.test(readFileSync(join(root, source), 'utf8')))

/** The rules that .dependency-cruiser.mjs cannot express. `find` answers the places that break one. */
export const CHECKS = [
  {
    name: 'no-mutual-folders',
    comment: 'No two folders, and no two rooms with all their folders, import each other by value.',
    find: mutualImports,
  },
  {
    name: 'sql-in-repositories',
    comment: 'Statements of the database stand in *.repository.ts and server/db alone.',
    find: sqlOutsideRepositories,
  },
]
