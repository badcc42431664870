import { createInterface } from 'node:readline'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const live = process.stdout.isTTY === true && process.env.CI === undefined

const seconds = (startedAt) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`

/** Prints one line. */
export const say = (line = '') => process.stdout.write(`${line}\n`)

/**
 * Shows progress during `work`: a spinner on a terminal, plain lines elsewhere. `work` gets `note(text)` to report progress.
 * Returns what `work` returns and passes its failure on.
 */
export const step = async (title, work) => {
  const startedAt = performance.now()
  let detail = ''
  let turn = 0
  const draw = () => {
    const line = `${FRAMES[turn++ % FRAMES.length]} ${title}${detail ? ` · ${detail}` : ''} · ${seconds(startedAt)}`
    process.stdout.write(`\r\x1b[2K${line.slice(0, (process.stdout.columns ?? 80) - 1)}`)
  }
  const timer = live ? setInterval(draw, 100) : undefined
  if (!live) say(`${title} …`)
  const finish = (marker) => {
    clearInterval(timer)
    say(`${live ? '\r\x1b[2K' : ''}${marker} ${title} (${seconds(startedAt)})`)
  }
  try {
    const answer = await work((text) => {
      if (!live && text !== detail) say(`  ${text}`)
      detail = text
    })
    finish('✓')
    return answer
  } catch (failure) {
    finish('✗')
    throw failure
  }
}

/** Whether somebody can be asked. */
export const hasTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true

/**
 * Asks on the terminal. Null if the input ends before an answer (Ctrl+D), or as soon as `signal` aborts. Ctrl+C stops this
 * program as usual.
 */
export const ask = (question, signal) =>
  new Promise((resolve) => {
    const terminal = createInterface({ input: process.stdin, output: process.stdout, signal })
    let answer = null
    terminal.on('SIGINT', () => {
      terminal.close()
      process.kill(process.pid, 'SIGINT')
    })
    terminal.on('close', () => {
      if (answer === null) say()
      resolve(answer?.trim() ?? null)
    })
    terminal.question(question, (text) => {
      answer = text
      terminal.close()
    })
  })

/** A failure whose message is enough for the user; no stack is shown for it. */
export class Problem extends Error {}

/** Runs a script's body; a `Problem` ends it with its message, anything else with its stack. */
export const main = async (body) => {
  try {
    await body()
  } catch (failure) {
    process.stderr.write(`\n${failure instanceof Problem ? failure.message : failure.stack}\n`)
    process.exitCode = 1
  }
}
