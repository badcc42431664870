import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { answerNotFound } from './errors.ts'
import { framedByPortal } from './security.ts'

/** Paths that are never pages of the client. */
const NOT_PAGES = /^\/(api|identity|ingest|assets|basemap|healthz|readyz|openapi\.json|env\.json)(\/|$)/

/** The lab shows recorded screens in a frame. */
const FRAMED = /\/lab\/screen$/
const POLICY = 'content-security-policy'

/** Whether the client has been built. */
export const hasClient = (clientDir: string): boolean => existsSync(join(clientDir, 'index.html'))

/**
 * Serves the built client. Browsers may cache files with a hash in their name forever and must revalidate all others.
 * Any other address that a browser opens as a page belongs to the client's routes and gets index.html.
 */
export const serveClient = async (app: FastifyInstance, clientDir: string): Promise<void> => {
  const hashed = join(clientDir, 'assets') + sep
  const cacheControlOf = (path: string): string =>
    path.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache'
  // A range of such a file always holds: its date, by which a browser asks for it, is that of the deployment.
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.url?.startsWith('/assets/')) delete raw.headers['if-range']
  })
  await app.register(fastifyStatic, {
    root: clientDir,
    index: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControlOf(path))
    },
  })
  app.get('/', (_request, reply) => reply.sendFile('index.html'))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage =
      request.method === 'GET' &&
      !NOT_PAGES.test(path) &&
      (request.headers.accept ?? '').includes('text/html')
    if (!isPage) return answerNotFound(request, reply)
    if (FRAMED.test(path)) reply.header(POLICY, framedByPortal(String(reply.getHeader(POLICY))))
    return reply.sendFile('index.html')
  })
}
