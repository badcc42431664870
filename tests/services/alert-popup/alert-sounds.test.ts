import { afterEach, expect, test, vi } from 'vitest'
import type { Severity } from '#domain/alerts.ts'
import { createAlertSounds } from '#src/services/alert-popup/alert-sounds.ts'

afterEach(() => vi.unstubAllGlobals())

/** A page whose sounds are noted: how high each beep is, from when to when, in seconds, and how often the device was let go of. */
const createPage = ({ hasBeenActive = true } = {}) => {
  const beeps: { hertz: number; from: number; to: number }[] = []
  const ends: (() => void)[] = []
  let closings = 0
  class Tone {
    readonly #beep: (typeof beeps)[number]
    constructor(_: unknown, { frequency }: { frequency: number }) {
      this.#beep = { hertz: frequency, from: 0, to: 0 }
      beeps.push(this.#beep)
    }
    connect = (next: unknown) => next
    start = (at: number) => Object.assign(this.#beep, { from: at })
    stop = (at: number) => Object.assign(this.#beep, { to: at })
    addEventListener = (_: string, listener: () => void) => ends.push(listener)
  }
  class Loudness {
    gain = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined }
    connect = (next: unknown) => next
  }
  class Context {
    currentTime = 5
    close = async () => {
      closings += 1
    }
  }
  vi.stubGlobal('OscillatorNode', Tone)
  vi.stubGlobal('GainNode', Loudness)
  const page = {
    AudioContext: Context as unknown as typeof AudioContext,
    navigator: { userActivation: { hasBeenActive } as UserActivation },
  }
  return {
    page,
    beeps,
    end: () => {
      for (const listener of ends) listener()
    },
    closings: () => closings,
  }
}

test.each<[Severity, number, number]>([
  ['high', 3, 880],
  ['medium', 2, 660],
  ['low', 1, 520],
])('the sound of severity %s has %i beeps of %i hertz, one after the other', (severity, count, hertz) => {
  const { page, beeps, end, closings } = createPage()
  createAlertSounds({ page }).play(severity)
  expect(beeps.map((beep) => beep.hertz)).toEqual(Array(count).fill(hertz))
  for (const [at, { from, to }] of beeps.entries()) {
    expect(to).toBeGreaterThan(from)
    expect(from).toBeGreaterThanOrEqual(at === 0 ? 5 : (beeps[at - 1]?.to ?? 0))
  }
  expect(closings()).toBe(0)
  end()
  expect(closings()).toBe(1)
})

test('none is played, now or later, before the user has pressed something, or where there is no sound', () => {
  const { page, beeps } = createPage({ hasBeenActive: false })
  createAlertSounds({ page }).play('high')
  createAlertSounds({ page: { navigator: page.navigator } }).play('high')
  expect(beeps).toEqual([])
})
