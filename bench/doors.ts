import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '#contract/roles.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { type WorstRequest, worstRequests } from '#tests/kit/server/worst-requests.ts'
import type { DoorsOpen, DoorsOrder } from './doors-server.ts'
import type { BenchResult } from './result.ts'

const GOAL_MS = { stranger: 100, user: 250 }
/** The least of so many tries counts: what else the machine does in one of them is not the door's. */
const TRIES = 3
const DEVICE = { id: 'worst', key: 'key of the worst' }
const GATEWAY_KEY = 'key-of-the-gateway'

const next = async <T>(child: ChildProcess): Promise<T> => {
  const [message] = (await once(child, 'message')) as [T]
  return message
}
const ask = (server: ChildProcess, what: 'reset' | 'delay'): Promise<number> => {
  const answer = next<number>(server)
  server.send(what)
  return answer
}

let senders = 0

/** Sends the request and waits for the head of its reply, or until it is cut off. */
const send = (worst: WorstRequest, { port, tokens }: DoorsOpen): Promise<void> =>
  new Promise((resolve) => {
    senders += 1
    const token = tokens[worst.sender as Role]
    const body = worst.body?.(worst.limit)
    const outgoing = request(
      {
        ...{ port, host: '127.0.0.1', agent: false, method: worst.method, path: worst.url(worst.limit) },
        headers: {
          ...worst.headers(worst.limit),
          'x-forwarded-for': `10.${senders >> 16}.${(senders >> 8) & 255}.${senders & 255}`,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
      },
      (reply) => {
        reply.destroy()
        resolve()
      },
    )
    outgoing.on('error', () => resolve())
    outgoing.end(body)
  })

type Worst = { ms: number; request: string }

/** The longest delay of the event loop that one request of each kind of sender causes, ms, of a server in a process of its own. */
const measure = async (
  server: ChildProcess,
  open: DoorsOpen,
): Promise<Record<'stranger' | 'user', Worst>> => {
  const worst = { stranger: { ms: 0, request: 'none' }, user: { ms: 0, request: 'none' } }
  for (const each of worstRequests(DEVICE, GATEWAY_KEY)) {
    // It would end the login of all requests that follow.
    if (each.door === 'logOut') continue
    const kind = each.sender === 'stranger' ? 'stranger' : 'user'
    let least = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < TRIES && least > worst[kind].ms; tries += 1) {
      await ask(server, 'reset')
      await send(each, open)
      least = Math.min(least, await ask(server, 'delay'))
    }
    if (least > worst[kind].ms) worst[kind] = { ms: least, request: `${each.door}, ${each.shape}` }
  }
  return worst
}

/** How long the worst single request to any door of the server keeps everybody else waiting. */
export const run = async (): Promise<BenchResult[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'roadbook-bench-'))
  await chmod(dataDir, 0o755)
  const database = await openDatabase({ dataDir })
  const server = fork(join(import.meta.dirname, 'doors-server.ts'))
  try {
    const opened = next<DoorsOpen>(server)
    server.send({ databaseUrl: database.url, device: DEVICE, gatewayKey: GATEWAY_KEY } satisfies DoorsOrder)
    const worst = await measure(server, await opened)
    return (['stranger', 'user'] as const).map((kind) => ({
      name: `delay of the event loop by the worst request of a ${kind} (${worst[kind].request})`,
      value: worst[kind].ms,
      unit: 'ms',
      goal: `at most ${GOAL_MS[kind]} ms`,
      ok: worst[kind].ms <= GOAL_MS[kind],
    }))
  } finally {
    server.kill()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
