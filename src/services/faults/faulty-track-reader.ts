import type { ReadTrack } from '../playback/track-reader.ts'
import type { Faults } from './faults.ts'

/** The id under which the faults count the playback files, which are no calls. */
const FILE_ID = 'playbackFile'

/** The same reader; while faults are on, it reads in the page, where they reach its request. */
export const createFaultyTrackReader = (read: ReadTrack, faults: Pick<Faults, 'isOn' | 'fetch'>): ReadTrack =>
  Object.assign<ReadTrack, Pick<ReadTrack, 'prepare'>>(
    async (address, options) => {
      if (!faults.isOn()) return read(address, options)
      const { loadTrackFile } = await import('../playback/load-track.ts')
      return loadTrackFile(address, {
        ...options,
        fetch: (input, init) => faults.fetch(input, init, FILE_ID),
      })
    },
    { ...(read.prepare === undefined ? {} : { prepare: read.prepare }) },
  )
