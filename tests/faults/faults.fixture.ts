import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { databaseUser } from '#server/db/data-dir.ts'
import { freePort } from '#tests/kit/server/server-process.ts'

const SERVER = join(import.meta.dirname, '..', '..', 'server', 'main.ts')
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

/** A folder that every user of the system can enter, with its removal. */
export const scratchFolder = (): { readonly path: string; readonly remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), 'roadbook-test-'))
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

const [MOUNT, UNMOUNT] = ['mount', 'umount'] as const

/** A small disk of its own, of so many MB; null if this user may not make one. */
export const smallDisk = (
  path: string,
  mb: number,
): { readonly grow: (mb: number) => void; readonly remove: () => void } | null => {
  const user = databaseUser()
  if (user === null) return null
  mkdirSync(path, { recursive: true })
  try {
    execFileSync(MOUNT, ['-t', 'tmpfs', '-o', `size=${mb}m`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    return null
  }
  chownSync(path, user.uid, user.gid)
  return {
    grow: (to) => execFileSync(MOUNT, ['-o', `remount,size=${to}m`, path]),
    remove: () => execFileSync(UNMOUNT, ['-l', path]),
  }
}

/** The whole server from its sources, without demo data, in a process of its own. */
export type RunningServer = {
  readonly url: string
  readonly child: ChildProcess
  /** What it has written. */
  readonly output: () => string
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** Starts the server on a data directory and waits until it is ready. Throws with its output if it ends before. */
export const runServer = async (dataDir: string, logLevel = 'fatal'): Promise<RunningServer> => {
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', TSX, SERVER], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: 'off',
      LOG_LEVEL: logLevel,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (text: Buffer) => {
    output += text.toString()
  })
  const ended = once(child, 'close')
  const ready = new Promise<'ready'>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`
      if (line.startsWith('{"ready":true')) resolve('ready')
    })
  })
  if ((await Promise.race([ready, ended])) !== 'ready')
    throw new Error(`The server did not start:\n${output}`)
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    output: () => output,
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
    },
  }
}

/** The result of a request: its status, or null without an answer. */
export type Answer = {
  readonly status: number | null
  readonly retryAfter: string | null
  readonly body: Record<string, unknown>
}

/** Posts positions as a device would. Never throws. */
export const post = async (url: string, positions: unknown): Promise<Answer> => {
  try {
    const reply = await fetch(`${url}/ingest/osmand`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(positions),
    })
    const body = (await reply.json()) as Record<string, unknown>
    return { status: reply.status, retryAfter: reply.headers.get('retry-after'), body }
  } catch {
    return { status: null, retryAfter: null, body: {} }
  }
}

/** What a truck does, for a quarter of a minute each. Speeds in knots. */
const PHASES = [
  {},
  { speed: 50 },
  { neutral: true },
  { speed: 0 },
  { adblue: 3, adblueZone: 3, dpf: 1, dtcs: 'SPN 3364' },
] as const
const PHASE_S = 15
const CYCLE_S = PHASES.length * PHASE_S
/** Where `numbered` trucks turn round, 800 m from where they begin. */
export const TURN = { lng: 73.809, lat: 18.5 }
/** The types of alerts that a `numbered` truck raises in little more than a minute, with a fence around `TURN`. */
export const NUMBERED_ALERTS = [
  ...['ADBLUEFAULT', 'ADBLUELOW', 'ADBLUEZONE', 'DPFREGEN', 'ENGINEOVERRUN', 'GEOFENCEINOUT'],
  ...['NEUTRALDRIVING', 'OVERSPEED'],
]

/** Positions that carry their number in their time, so that each can be found again. */
export const numbered = (
  device: { imei: string; ingest_key: string },
  from: number,
  count: number,
  firstTime: number,
) =>
  Array.from({ length: count }, (_, i) => {
    const at = (from + i) % CYCLE_S
    return {
      ...{ id: device.imei, key: device.ingest_key, timestamp: firstTime + (from + i) * 1000 },
      ...{ lat: TURN.lat, lon: Number((TURN.lng - Math.abs(CYCLE_S / 2 - at) * 2e-4).toFixed(6)) },
      // In each batch of five, so that there is no end at which nothing is raised.
      rpm: at % 5 === 0 ? 1500 : 3000,
      ...{ speed: 20, ignition: true, neutral: false, fuel: 100, adblue: 20, adblueZone: 0 },
      ...{ dpf: 0, dtcs: '', ...PHASES[Math.floor(at / PHASE_S)] },
    }
  })
