import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from './command.mjs'

const FILE = 'notices.txt'
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i

const DATA = `The bundled map shows data of Natural Earth (public domain, naturalearthdata.com) and of GeoNames (geonames.org,
Creative Commons Attribution 4.0, creativecommons.org/licenses/by/4.0). The embedded database is PostgreSQL
(PostgreSQL Licence, postgresql.org/about/licence).`

const textsIn = (folder) =>
  readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
    .join('\n\n')

/** The packages that client and server are delivered with, each with its licence, from the lock and what is installed. */
const deliveredPackages = () => {
  const { packages } = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(PROJECT, path)))
    .map(([path, { version, license }]) => ({
      name: `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`,
      licence: license ?? 'its own licence',
      text: textsIn(join(PROJECT, path)),
    }))
}

/** The third-party notices as text; packages with one and the same licence text stand together. */
export const noticesText = () => {
  const namesByText = new Map()
  for (const { name, licence, text } of deliveredPackages())
    namesByText.set(text, (namesByText.get(text) ?? new Set()).add(`${name} (${licence})`))
  const parts = [...namesByText].map(([text, names]) =>
    [[...names].sort().join('\n'), text].join('\n\n').trim(),
  )
  return ['Third-party notices', DATA, ...parts.sort()].join(`\n\n${'='.repeat(80)}\n\n`)
}

/**
 * Serves the third-party notices at `/notices.txt`, in the build and during development.
 *
 * @returns {import('vite').Plugin}
 */
export const notices = () => ({
  name: 'notices',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: FILE, source: noticesText() })
  },
  configureServer(server) {
    server.middlewares.use(`/${FILE}`, (_request, response) => {
      response.setHeader('content-type', 'text/plain; charset=utf-8')
      response.end(noticesText())
    })
  },
})
