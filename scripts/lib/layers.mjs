import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const PRODUCT = /^(domain|contract|src|server)\//
const STYLE = /\.css$/

/** Pairs of folders that import each other by value, each pair once. */
const mutualImports = (_root, modules) => {
  const imports = new Map()
  for (const { source, dependencies } of modules)
    for (const { resolved, dependencyTypes } of dependencies) {
      const [from, to] = [dirname(source), dirname(resolved)]
      if (from === to || !PRODUCT.test(source) || !PRODUCT.test(resolved) || STYLE.test(resolved)) continue
      if (!dependencyTypes.includes('type-only'))
        imports.set(`${from} ${to}`, `${basename(source)} → ${basename(resolved)}`)
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
  { name: 'no-mutual-folders', comment: 'No two folders import each other by value.', find: mutualImports },
  {
    name: 'sql-in-repositories',
    comment: 'Statements of the database stand in *.repository.ts and server/db alone.',
    find: sqlOutsideRepositories,
  },
]
