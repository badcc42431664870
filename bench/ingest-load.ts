import { connect } from 'node:net'

/** Messages from the parent process to this one. Times in ms. */
export type LoadOrder = {
  readonly port: number
  readonly connections: number
  readonly batch: number
  readonly forMs: number
  readonly devices: ReadonlyArray<{ readonly id: string; readonly key: string }>
  /** Device time of the first fix; later rounds start where earlier ones ended, so that no fix is sent twice. */
  readonly firstTime: number
}

/** Fixes acknowledged by a 200, answers of any other kind, and ms waited for the answers, ascending. */
export type LoadResult = {
  acknowledged: number
  refused: number
  ms: number
  waits: number[]
  lastTime: number
}

const END_OF_HEAD = '\r\n\r\n'

/** Sends batches over keep-alive connections, each with one request under way, until the time is over. */
const load = async (order: LoadOrder): Promise<LoadResult> => {
  const { port, connections, batch, forMs, devices, firstTime } = order
  const result: LoadResult = { acknowledged: 0, refused: 0, ms: 0, waits: [], lastTime: firstTime }
  const startedAt = performance.now()
  const endAt = startedAt + forMs
  let next = 0

  const bodyOf = (): string => {
    const device = devices[next % devices.length]
    const time = firstTime + Math.floor(next / devices.length) * batch * 1000
    next += 1
    const parts: string[] = []
    for (let i = 0; i < batch; i += 1) {
      const at = time + i * 1000
      result.lastTime = Math.max(result.lastTime, at)
      const east = ((at / 1000) % 100_000) * 1e-6
      parts.push(
        `{"device_id":"${device?.id}","key":"${device?.key}","location":{"timestamp":"${new Date(at).toISOString()}","coords":{"latitude":18.52,"longitude":${(73.85 + east).toFixed(6)},"accuracy":5,"speed":11.4,"heading":91.5,"altitude":560},"is_moving":true,"odometer":${at % 1e9},"event":"motionchange","battery":{"level":0.8,"is_charging":false},"activity":{"type":"in_vehicle"},"extras":{}}}`,
      )
    }
    return `[${parts.join(',')}]`
  }

  const drive = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      let sentAt = 0
      let answer = ''
      const send = () => {
        if (performance.now() >= endAt) {
          socket.end()
          resolve()
          return
        }
        const body = bodyOf()
        sentAt = performance.now()
        socket.write(
          `POST /ingest/osmand HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        )
      }
      socket.on('connect', send)
      socket.on('error', reject)
      socket.on('data', (chunk) => {
        answer += chunk.toString('latin1')
        const head = answer.indexOf(END_OF_HEAD)
        if (head < 0) return
        const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0)
        if (answer.length < head + END_OF_HEAD.length + length) return
        result.waits.push(performance.now() - sentAt)
        if (answer.startsWith('HTTP/1.1 200')) result.acknowledged += batch
        else result.refused += 1
        answer = ''
        send()
      })
    })

  await Promise.all(Array.from({ length: connections }, drive))
  result.ms = performance.now() - startedAt
  result.waits.sort((a, b) => a - b)
  return result
}

process.on('message', (order: LoadOrder) => {
  load(order).then(
    (result) => process.send?.(result),
    (failure: unknown) => {
      console.error(failure)
      process.exit(1)
    },
  )
})
