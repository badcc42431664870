import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from './console.mjs'

/** The project's folder. */
export const PROJECT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** The server's command line programs: `server/commands/<name>-main.ts`. */
export const PROGRAMS = [
  'import',
  'user',
  'keys',
  'company',
  'vehicle',
  'backup',
  'restore',
  'calls',
  'alerts',
]

/** Programs that the server runs in threads: `server/<folder>/<name>.ts`. */
export const THREADS = { 'recording-thread': 'problem-report', 'positions-thread': 'import' }

/** A package's command by its path, so that no shell and no PATH is needed. */
export const tool = (packageName, file) => join(PROJECT, 'node_modules', packageName, file)

/**
 * Runs a command to its end and returns its output. `quiet` hides the output unless the command fails.
 * @throws Problem with the command's last lines when it ends with a code other than 0, unless `mayFail`.
 */
export const run = (
  command,
  args,
  { quiet = false, mayFail = false, env = {}, cwd = PROJECT, shell = false } = {},
) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      shell,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const take = (stream) => (chunk) => {
      output += chunk
      if (!quiet) stream.write(chunk)
    }
    child.stdout.on('data', take(process.stdout))
    child.stderr.on('data', take(process.stderr))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0 || mayFail) return resolve({ code, output })
      const tail = quiet ? `\n${output.trim().split('\n').slice(-40).join('\n')}` : ''
      reject(new Problem(`${[command, ...args].join(' ')} ended with code ${code}.${tail}`))
    })
  })

/** Runs one of our own or a package's Node programs with the Node that runs this script. */
export const runNode = (file, args = [], options = {}) => run(process.execPath, [file, ...args], options)

/** Runs npm with the program that started us if that was npm, else by name. */
export const runNpm = (args, options = {}) =>
  process.env.npm_execpath?.endsWith('.js')
    ? runNode(process.env.npm_execpath, args, options)
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
        ...options,
        shell: process.platform === 'win32',
      })
