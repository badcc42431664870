import type { Server, ServerResponse } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { HOUR_MS } from '#domain/units.ts'
import { createOpenSums } from './open-sums.ts'
import { createRateLimit, networkOf } from './rate-limit.ts'

/**
 * Requests of one connection that may wait for their answers. Browsers, devices and proxies send the next one when they have the answer;
 * one packet of 64 kB can hold two thousand, all of which Node would begin before anybody else has a turn.
 */
const MOST_UNANSWERED = 8

/**
 * Open connections of one address: an office with 500 event streams, and a few of each browser beside them. A process may have some ten
 * thousand files, of which the answers behind another on a connection can take eight.
 */
const MOST_OF_ADDRESS = 1_000

/** Requests of one address that are begun before others have their turn. */
const BEGUN_IN_A_TURN = 8

/** How long a client may take nothing of a reply, ms; event streams have a limit of their own. */
const STUCK_MS = 30_000

/** The addresses and subnets of proxies, as `TRUSTED_PROXIES` names them. */
export const proxyList = (proxies: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const isProxy = ({ remoteAddress, remoteFamily }: Socket, proxies: BlockList): boolean =>
  remoteAddress !== undefined && proxies.check(remoteAddress, remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4')

/** Whose requests a connection sends: its address, or of a trusted proxy the connection itself. */
const ownerOf = (socket: Socket, proxies: BlockList): string =>
  isProxy(socket, proxies) ? `${socket.remotePort}` : networkOf(socket.remoteAddress ?? '')

/**
 * Node closes only that response of a closed connection that is being written. Those behind it would never be known to have lost their reader,
 * and what counts them until they close would count them for ever.
 */
const closeAll = (responses: ReadonlySet<ServerResponse>): void => {
  for (const response of responses) {
    response.destroy()
    response.emit('close')
  }
}

/**
 * Begins requests, `BEGUN_IN_A_TURN` of an address in each turn of the event loop; addresses take turns. What a connection sends is read at
 * once, so that hundreds of one stranger would otherwise all be looked at before an answer of the database for somebody else.
 */
export const createBeginnings = () => {
  const waiting = new Map<string, Array<() => void>>()
  let begun = new Map<string, number>()
  let isPlanned = false
  const nextTurn = (): void => {
    isPlanned = false
    begun = new Map()
    for (const [owner, requests] of waiting) {
      const some = requests.splice(0, BEGUN_IN_A_TURN)
      if (requests.length === 0) waiting.delete(owner)
      begun.set(owner, some.length)
      for (const begin of some) begin()
    }
    if (begun.size > 0) plan()
  }
  const plan = (): void => {
    if (!isPlanned) setImmediate(nextTurn)
    isPlanned = true
  }
  return (owner: string, begin: () => void): void => {
    plan()
    const count = begun.get(owner) ?? 0
    const requests = waiting.get(owner)
    if (requests !== undefined) requests.push(begin)
    else if (count >= BEGUN_IN_A_TURN) waiting.set(owner, [begin])
    else {
      begun.set(owner, count + 1)
      begin()
    }
  }
}

/**
 * Cuts off a connection that sends more requests than `MOST_UNANSWERED` without waiting for answers, and closes all responses of one that is
 * closed. Requests of an address are begun in turns with those of others; each connection of a trusted proxy counts as an address. Call it when
 * all that answers requests listens, and before the server does.
 */
export const limitPipelines = (server: Server, proxies: BlockList, onCut: () => void): void => {
  const begin = createBeginnings()
  const unanswered = new WeakMap<Socket, Set<ServerResponse>>()
  const responsesOf = (socket: Socket): Set<ServerResponse> => {
    const known = unanswered.get(socket)
    if (known !== undefined) return known
    const responses = new Set<ServerResponse>()
    unanswered.set(socket, responses)
    // Node closes what it closes itself first.
    socket.once('close', () => setImmediate(closeAll, responses))
    return responses
  }
  for (const event of ['request', 'checkExpectation'] as const) {
    const handlers = server.listeners(event)
    server.removeAllListeners(event)
    server.on(event, (request, response) => {
      const { socket } = request
      // What the packet still holds.
      if (socket.destroyed) return
      const responses = responsesOf(socket)
      if (responses.size >= MOST_UNANSWERED) {
        onCut()
        socket.destroy()
        return
      }
      responses.add(response)
      response.once('close', () => responses.delete(response))
      begin(ownerOf(socket, proxies), () => {
        if (!socket.destroyed) for (const handle of handlers) handle.call(server, request, response)
      })
    })
  }
}

/**
 * Closes connections of an address that has `most` of them already; trusted proxies, which connect for many, have no limit. `onCut` is called
 * once an hour for an address.
 */
export const limitConnections = (
  server: Server,
  proxies: BlockList,
  onCut: (address: string) => void,
  most = MOST_OF_ADDRESS,
): void => {
  const open = createOpenSums<string>()
  const reports = createRateLimit({ most: 1, windowMs: HOUR_MS, now: Date.now })
  server.on('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined || isProxy(socket, proxies)) return
    const address = networkOf(socket.remoteAddress)
    if (open.of(address) >= most) {
      if (reports.waitS(address) === null) onCut(address)
      reports.add(address)
      socket.destroy()
    } else open.addUntilClosed(address, 1, socket)
  })
}

/** Cuts off clients that take nothing of a reply for `afterMs`: what they leave stays in memory. Whoever reads slowly goes on. */
export const cutStuckReplies = (app: FastifyInstance, afterMs = STUCK_MS): void => {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.raw.setTimeout(afterMs, () => {
      request.log.debug('a client took nothing of its reply')
      reply.raw.destroy()
    })
    done()
  })
}
