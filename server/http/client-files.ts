import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { NONCE_PLACEHOLDER } from '#contract/constants.ts'
import { answerNotFound } from './error-answers.ts'
import { createFairQueue, namedOwner } from './fair-queue.ts'
import { networkOf } from './rate-limit.ts'
import { framedByPortal, withStyleNonce } from './security.ts'

/** Paths that are never pages of the client. */
const NOT_PAGES = /^\/(api|identity|ingest|assets|basemap|healthz|readyz|openapi\.json|env\.json)(\/|$)/

/** Files of the client, the largest of which have megabytes. */
const FILES = /^\/(assets|basemap)\//
/** Of them so many are sent to an address at a time: one that fetched them on all of its connections held up everybody. */
const FILES_AT_ONCE = 64

/** The lab shows recorded screens in a frame. */
const FRAMED = /\/lab\/screen$/
const POLICY = 'content-security-policy'
const PAGE = 'index.html'
const NONCE_BYTES = 16

/** Whether the client has been built. */
export const hasClient = (clientDir: string): boolean => existsSync(join(clientDir, PAGE))

/**
 * Answers the page with a nonce for its style elements, another one each time. It has no tag to be revalidated by: a 304 would bring the
 * nonce of its own policy to the page with the former one.
 */
const sendPage = async (reply: FastifyReply, file: string, isFramed: boolean): Promise<FastifyReply> => {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  const policy = withStyleNonce(String(reply.getHeader(POLICY)), nonce)
  return reply
    .header(POLICY, isFramed ? framedByPortal(policy) : policy)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send((await readFile(file, 'utf8')).replaceAll(NONCE_PLACEHOLDER, nonce))
}

/** Has the files of the client sent to each address some at a time. */
const sendFilesInTurns = (app: FastifyInstance): void => {
  const sends = createFairQueue({ atOnce: Number.POSITIVE_INFINITY, atOnceOfUser: FILES_AT_ONCE })
  app.addHook('onRequest', (request, { raw }, done) => {
    if (!FILES.test(request.url)) return done()
    const left = new AbortController()
    const sent = new Promise<void>((resolve) => raw.once('close', resolve))
    raw.once('close', () => left.abort())
    sends
      .run(
        namedOwner(networkOf(request.ip)),
        () => {
          done()
          return sent
        },
        left.signal,
      )
      // It was left before its turn.
      .catch(() => done())
  })
}

/**
 * Serves the built client. Browsers may cache files with a hash in their name forever and must revalidate all others.
 * Any other address that a browser opens as a page belongs to the client's routes and gets index.html.
 */
export const serveClient = async (app: FastifyInstance, clientDir: string): Promise<void> => {
  sendFilesInTurns(app)
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
  const file = join(clientDir, PAGE)
  for (const path of ['/', `/${PAGE}`]) app.get(path, (_request, reply) => sendPage(reply, file, false))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage =
      request.method === 'GET' &&
      !NOT_PAGES.test(path) &&
      (request.headers.accept ?? '').includes('text/html')
    if (!isPage) return answerNotFound(request, reply)
    return sendPage(reply, file, FRAMED.test(path))
  })
}
