import { expect, test } from 'vitest'
import type { Fix } from '#domain/fix.ts'
import { judgeFix } from '#server/ingest/judge-fix.ts'
import { retainedBytes } from '#tests/kit/server/retained-bytes.ts'

test('trouble codes of a position, which is kept as the latest, do not keep the body that they are parts of', () => {
  const now = Date.UTC(2026, 10, 20)
  const kept: unknown[] = []
  const before = retainedBytes()
  for (let i = 0; i < 100; i += 1) {
    const body = `SPN${1000 + i}FMI123456${String.fromCharCode(65 + (i % 26)).repeat(1_000_000)}`
    const fix: Fix = { time: now, lng: 73.85, lat: 18.52, dtcs: [body.slice(0, 16)] }
    kept.push(judgeFix(fix, now, 'device').fix)
  }
  expect(retainedBytes() - before).toBeLessThan(10_000_000)
  expect(kept[7]).toMatchObject({ dtcs: ['SPN1007FMI123456'] })
})
