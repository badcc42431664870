import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the test's server received it. */
export type SeenRequest = {
  readonly method: string
  readonly path: string
  readonly search: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Answers a request; the body has been read. */
export type Answerer = (seen: SeenRequest, response: ServerResponse) => void

const readAll = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

/** A real server on the loopback that answers with `answer` and records its requests. */
export const startServer = async (answer: Answerer) => {
  const seen: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const one: SeenRequest = {
      method: request.method ?? '',
      path: url.pathname,
      search: url.searchParams,
      headers: request.headers,
      body: await readAll(request).catch(() => ''),
    }
    seen.push(one)
    answer(one, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    seen,
    port,
    base: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Answers JSON. */
export const json = (response: ServerResponse, status: number, body: unknown, headers = {}) => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  response.end(JSON.stringify(body))
}
