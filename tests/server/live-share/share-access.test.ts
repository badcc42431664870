import { expect, test } from 'vitest'
import { HttpError } from '#server/http/errors.ts'
import { storedHashOf } from '#server/identity/secrets.ts'
import { SHARE } from '#server/live-share/limits.ts'
import type { LinkRow } from '#server/live-share/live-share.repository.ts'
import { createShareAccess } from '#server/live-share/share-access.ts'

const NOW = 1_795_000_000_000
const VISITOR = { address: '10.1.0.1', agent: '' }
const LINK = {
  ...{ id: 1, ends_by: 'time', ends_at: new Date(NOW + 1), revoked_at: null },
  vehicles: [{ vehicleId: 5, registrationId: 'MH 5', imei: '865', hasArrived: false }],
} as unknown as LinkRow

test('AC-07 a viewer of an open link who asks while the database is away gives guessers at the same address no further guess', async () => {
  let isAway = false
  const access = createShareAccess({
    links: {
      byHash: async (hash) => {
        if (isAway) throw new Error('The database is away.')
        return hash === storedHashOf('open') ? LINK : undefined
      },
      seen: async () => {},
    },
    now: () => NOW,
  })
  const guess = (at: number) => access.find(`guess ${at}`, VISITOR)
  await access.find('open', VISITOR)
  for (let at = 0; at < SHARE.guesses; at += 1) await guess(at)
  isAway = true
  await expect(access.find('open', VISITOR)).rejects.toThrow('away')
  isAway = false
  await expect(guess(SHARE.guesses)).rejects.toThrow(HttpError)
})
