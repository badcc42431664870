import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { writeBackupFile } from '#server/backup/backup-file.ts'
import { publish, writeNewFile } from '#server/backup/new-file.ts'
import { startScript } from '#tests/kit/server/command-programs.ts'

const KIT = join(import.meta.dirname, '..', '..', 'kit', 'server')
const root = mkdtempSync(join(tmpdir(), 'roadbook-file-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const newFolder = (): string => mkdtempSync(join(root, 'in-'))
const header = { madeAt: '', environment: null, migrations: [], tables: [], sequences: {} }
async function* noRows(): AsyncGenerator<string[]> {}
async function* failing(): AsyncGenerator<string[]> {
  yield ['{}']
  throw new Error('The database went away.')
}

describe('a backup never replaces', () => {
  test.each<[string, (file: string) => void]>([
    ['a file', (file) => writeFileSync(file, 'kept')],
    ['a file that nobody may read', (file) => writeFileSync(file, 'kept', { mode: 0 })],
    ['a link to a file that is missing', (file) => symlinkSync('missing', file)],
    ['a folder', (file) => mkdirSync(file)],
  ])('%s', async (_, make) => {
    const folder = newFolder()
    const file = join(folder, 'a.backup')
    make(file)
    const before = lstatSync(file)
    await expect(writeBackupFile(file, header, noRows())).rejects.toThrow('exists already')
    const after = lstatSync(file)
    expect([after.ino, after.mode, after.size]).toEqual([before.ino, before.mode, before.size])
    expect(readdirSync(folder)).toEqual(['a.backup'])
  })

  test.each([
    ['with hard links', undefined],
    ['without hard links', () => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM' }))],
  ])('a file that appears while it is written, on a filesystem %s', async (_, hardLink) => {
    const folder = newFolder()
    const [draft, file] = [join(folder, 'draft'), join(folder, 'a.backup')]
    writeFileSync(draft, 'new')
    writeFileSync(file, 'kept')
    await expect(publish(draft, file, hardLink)).rejects.toThrow('exists already')
    expect(readFileSync(file, 'utf8')).toBe('kept')
    rmSync(file)
    await publish(draft, file, hardLink)
    expect(readFileSync(file, 'utf8')).toBe('new')
  })
})

test('a draft that was planted beside a backup neither receives it nor gives it its rights', async () => {
  const folder = newFolder()
  const file = join(folder, 'a.backup')
  const victim = join(newFolder(), 'victim')
  writeFileSync(victim, 'kept')
  symlinkSync(victim, `${file}.part`)
  await writeBackupFile(file, header, noRows())
  expect(readFileSync(victim, 'utf8')).toBe('kept')
  expect(lstatSync(file).isFile()).toBe(true)

  const other = join(folder, 'b.backup')
  writeFileSync(`${other}.part`, '')
  chmodSync(`${other}.part`, 0o666)
  await writeBackupFile(other, header, noRows())
  expect(statSync(other).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).sort()).toEqual(['a.backup', 'a.backup.part', 'b.backup', 'b.backup.part'])
})

test("a draft is its owner's alone, and goes when the backup fails", async () => {
  const folder = newFolder()
  const file = join(folder, 'a.backup')
  const modes: number[] = []
  await writeNewFile(file, async (draft) => {
    for (const name of readdirSync(folder)) modes.push(statSync(join(folder, name)).mode & 0o777)
    await pipeline(Readable.from(['whole']), draft)
  })
  expect(modes).toEqual([0o600])
  rmSync(file)
  await expect(writeBackupFile(file, header, failing())).rejects.toThrow('went away')
  expect(readdirSync(folder)).toEqual([])
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s removes the draft and writes nothing', async (signal) => {
  const folder = newFolder()
  const file = join(folder, 'a.backup')
  async function* interrupted(): AsyncGenerator<string[]> {
    yield ['{}']
    expect(readdirSync(folder)).toHaveLength(1)
    process.emit(signal)
    // Rows that never come: only the signal can end this.
    await new Promise(() => {})
  }
  await expect(writeBackupFile(file, header, interrupted())).rejects.toThrow('Interrupted')
  expect(existsSync(file)).toBe(false)
  expect(readdirSync(folder)).toEqual([])
  expect(process.listenerCount(signal)).toBe(0)
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s sent to a program twice, as by a terminal and by the program that started it, leaves no draft',
  async (signal) => {
    const folder = newFolder()
    const child = startScript(join(KIT, 'endless-file.ts'), [join(folder, 'a.backup')])
    const closed = once(child, 'close')
    const err = text(child.stderr)
    expect(String(await once(child.stdout, 'data'))).toBe('writing')
    expect(readdirSync(folder)).toHaveLength(1)
    child.kill(signal)
    expect(String(await once(child.stdout, 'data'))).toBe('stopping')
    child.kill(signal)
    child.stdin.end()
    expect(await closed).toEqual([1, null])
    expect(await err).toContain('Interrupted')
    expect(readdirSync(folder)).toEqual([])
  },
)
