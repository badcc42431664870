import { expect, test } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { NO_FIGURES } from '#domain/figures.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { LONGEST_PLAYBACK_DAYS } from '#domain/playback.ts'
import { createPlaybackService } from '#server/playback/playback.service.ts'
import { emptyColumns } from '#server/track/columns.ts'

const NOW = Date.UTC(2026, 10, 20, 6, 30)

test('CR-07 no position is read for a range too long to play', async () => {
  let reads = 0
  const service = createPlaybackService({
    fleet: { vehicleOf: () => Promise.reject(new Error('asked for the vehicle')) },
    readTrack: async () => {
      reads += 1
      return emptyColumns(0)
    },
    readFigures: async () => NO_FIGURES,
    mac: () => Buffer.from('mac'),
    now: () => NOW,
  })
  const caller = { userId: 1, role: 'CUSTOMER', companyId: 1 } as const
  const request = {
    vehicleId: 5,
    fromDate: toPayloadTime(NOW - (LONGEST_PLAYBACK_DAYS + 1) * 86_400_000),
    toDate: toPayloadTime(NOW),
  }
  for (const ask of [service.prepare, service.route])
    await expect(ask(caller, request, 'login')).rejects.toThrow(ERRORS.rangeTooLong.message)
  expect(reads).toBe(0)
})
