import type { Track } from '#src/services/playback-file/track.ts'

/** Works something out of a track once and keeps it for as long as the track is kept. */
export const ofTrack = <T>(workOut: (track: Track) => T): ((track: Track) => T) => {
  const known = new WeakMap<Track, { readonly value: T }>()
  return (track) => {
    const held = known.get(track) ?? { value: workOut(track) }
    known.set(track, held)
    return held.value
  }
}
