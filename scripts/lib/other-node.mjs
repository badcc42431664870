import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT, runNpm } from './command.mjs'
import { say, step } from './console.mjs'

/** Another Node of this major version, from npm, kept in the packages' cache; undefined if there is none for this platform. */
export const otherNode = async (major) => {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const prefix = join(PROJECT, 'node_modules', '.cache', `roadbook-node-${major}`)
  const program = join(
    prefix,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (existsSync(program)) return program
  const { code } = await step(`Fetching Node ${major}`, () =>
    runNpm(['install', '--prefix', prefix, '--no-save', '--no-audit', '--no-fund', `${name}@${major}`], {
      quiet: true,
      mayFail: true,
    }),
  )
  if (code === 0 && existsSync(program)) return program
  say(`Node ${major} is not available as ${name}@${major}; its start-up tests are skipped.`)
  return undefined
}
