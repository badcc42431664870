import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Role } from '#contract/roles.ts'

const PROJECT = join(import.meta.dirname, '..', '..')

/** Runs a command line program on the data of the server under test. */
export const runProgram = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(PROJECT, 'scripts', 'run.mjs'), ...args], {
    env: { ...process.env, DATA_DIR: process.env['ROADBOOK_DATA'] },
  })

/** Adds a user and a company of its own, so that what a test stores changes no other test's fleet. */
export const addUserOfOwnCompany = async (userName: string, role: Role, company: string) => {
  const password = 'Own-company-5'
  const options = ['--role', role, '--company', company, '--new-company', '--password', password]
  await runProgram('user', 'add', userName, ...options)
  return { userName, password }
}
