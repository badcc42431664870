import { stderr, stdout } from 'node:process'
import { runPaths } from './paths-command.ts'
import { runReplay } from './replay-command.ts'

const [name, ...args] = process.argv.slice(2)

process.exitCode = (name === 'replay' ? runReplay : runPaths)(args, {
  print: (text) => stdout.write(text),
  complain: (text) => stderr.write(text),
  isTerminal: stderr.isTTY === true,
  folder: process.env['INIT_CWD'] ?? process.cwd(),
})
