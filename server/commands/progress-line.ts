const BAR = 24
const REDRAW_MS = 100
const LINE_MS = 5_000
/** The rate covers the last few seconds only, so that it follows changes. */
const RATE_MS = 3_000

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
const thousands = (count: number): string => Math.round(count).toLocaleString('en-IN')

const duration = (seconds: number): string => {
  if (!Number.isFinite(seconds)) return '?'
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** Progress of a long command: what it does, and how much of all is done. */
export type Progress = {
  readonly phase: string
  readonly done: number
  readonly of: number
  readonly unit: 'bytes' | 'fixes' | 'rows'
}

/** One line with the progress, its rate and the time left. */
const progressText = ({ phase, done, of, unit }: Progress, perSecond: number): string => {
  const part = of === 0 ? 1 : Math.min(1, done / of)
  const full = Math.round(part * BAR)
  const amount =
    unit === 'bytes'
      ? `${megabytes(done)} of ${megabytes(of)}`
      : `${thousands(done)} of ${thousands(of)} ${unit}`
  const rate = unit === 'bytes' ? `${megabytes(perSecond)}/s` : `${thousands(perSecond)} ${unit}/s`
  const left = perSecond > 0 ? `, ${duration((of - done) / perSecond)} left` : ''
  return `${phase.padEnd(7)} ${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${Math.floor(part * 100)} %  ${amount}, ${rate}${left}`
}

/** Shows progress: on a terminal as a bar that is redrawn, elsewhere as a line every few seconds. `now` is ms. */
export const createProgressLine = (
  output: { readonly isTTY?: boolean; write(text: string): unknown },
  now: () => number,
) => {
  let shownAt = now()
  let drawn = false
  let phase = ''
  let since = { at: now(), done: 0 }
  let earlier = since
  return {
    show: (progress: Progress): void => {
      const time = now()
      if (progress.phase !== phase) {
        phase = progress.phase
        earlier = { at: time, done: 0 }
        since = earlier
      }
      if (time - since.at > RATE_MS) {
        earlier = since
        since = { at: time, done: progress.done }
      }
      if (time - shownAt < (output.isTTY ? REDRAW_MS : LINE_MS)) return
      shownAt = time
      const perSecond = time > earlier.at ? ((progress.done - earlier.done) * 1000) / (time - earlier.at) : 0
      const text = progressText(progress, perSecond)
      output.write(output.isTTY ? `\r\x1b[2K${text}` : `${text}\n`)
      drawn = true
    },
    /** Removes the bar from a terminal. */
    clear: (): void => {
      if (output.isTTY && drawn) output.write('\r\x1b[2K')
    },
  }
}
