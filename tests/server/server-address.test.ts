import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findServer } from '#server/commands/portal.ts'
import { readServerAddress, removeServerAddress, writeServerAddress } from '#server/server-address.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'roadbook-address-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const ADDRESS = { host: '0.0.0.0', port: 9000, publicUrl: null }

test('the address of the running server is found in its data directory until it stops', () => {
  expect(readServerAddress(dataDir)).toBeNull()
  writeServerAddress(dataDir, ADDRESS)
  expect(findServer(dataDir, { PORT: '1234' })).toEqual({ address: ADDRESS, isRunning: true })
  removeServerAddress(dataDir)
  expect(findServer(dataDir, { PORT: '1234' })).toEqual({
    address: { host: '127.0.0.1', port: 1234, publicUrl: null },
    isRunning: false,
  })
})

test('the address that a killed server left is not used', () => {
  writeFileSync(join(dataDir, 'server.json'), JSON.stringify({ ...ADDRESS, pid: 2 ** 30, startedAt: '' }))
  expect(readServerAddress(dataDir)).toBeNull()
})
