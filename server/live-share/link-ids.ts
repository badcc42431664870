import { randomBytes } from 'node:crypto'
import type { IdentityKeys } from '../identity/keys.repository.ts'
import { equalInConstantTime } from '../identity/secrets.ts'

/** Random bytes of an id (AC-07), and those behind them that show that it was made here. */
const RANDOM_BYTES = 16
const PROOF_BYTES = 8

/** Makes the ids of live links, and the names by which their vehicles are followed. */
export const createLinkIds = ({ mac }: Pick<IdentityKeys, 'mac'>) => {
  const proofOf = (random: Buffer): Buffer =>
    mac('live link', random.toString('base64url')).subarray(0, PROOF_BYTES)
  return {
    make: (): string => {
      const random = randomBytes(RANDOM_BYTES)
      return Buffer.concat([random, proofOf(random)]).toString('base64url')
    },
    /**
     * Whether an id was made here, which nobody can guess. Of an older release's links, and of those made before a restore, it
     * is not known.
     */
    isMade: (id: string): boolean => {
      const bytes = Buffer.from(id, 'base64url')
      // Buffer skips what is no base64url, so one link would have many ids, each with tries of its own.
      return (
        bytes.toString('base64url') === id &&
        equalInConstantTime(bytes.subarray(RANDOM_BYTES), proofOf(bytes.subarray(0, RANDOM_BYTES)))
      )
    },
    /** What stands for a vehicle of a link in place of its IMEI (CONFLICT-20): viewers are to learn nothing of its device. */
    aliasOf: (linkId: number, vehicleId: number): string =>
      mac('live link vehicle', `${linkId}\n${vehicleId}`).subarray(0, RANDOM_BYTES).toString('base64url'),
  }
}

export type LinkIds = ReturnType<typeof createLinkIds>
