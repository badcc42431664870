/** The wait that `Retry-After` asks for, in seconds or as a date, in ms; null where it is absent or not understood. `now` is ms UTC. */
export const requestedWaitMs = (headers: Headers, now: number): number | null => {
  const value = headers.get('retry-after')?.trim()
  if (value === undefined || value === '') return null
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
