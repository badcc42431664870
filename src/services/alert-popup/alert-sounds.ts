import type { Severity } from '#domain/alerts.ts'

/** The beeps of a severity: how many, and how high, in hertz. */
const BEEPS: Readonly<Record<Severity, { readonly count: number; readonly hertz: number }>> = {
  high: { count: 3, hertz: 880 },
  medium: { count: 2, hertz: 660 },
  low: { count: 1, hertz: 520 },
}
const BEEP_S = 0.16
const GAP_S = 0.09
const LOUDNESS = 0.2
/** From silence to full loudness and back, so that no beep clicks. */
const FADE_S = 0.02

type Page = {
  readonly AudioContext?: typeof AudioContext
  readonly navigator: Pick<Navigator, 'userActivation'>
}

/** Plays the sound of a severity. Browsers play none before the user has pressed something on the page; it is left out then. */
export const createAlertSounds = ({ page }: { page: Page }) => {
  const beep = (context: AudioContext, hertz: number, at: number): OscillatorNode => {
    const tone = new OscillatorNode(context, { frequency: hertz })
    const loudness = new GainNode(context, { gain: 0 })
    loudness.gain.setValueAtTime(0, at)
    loudness.gain.linearRampToValueAtTime(LOUDNESS, at + FADE_S)
    loudness.gain.setValueAtTime(LOUDNESS, at + BEEP_S - FADE_S)
    loudness.gain.linearRampToValueAtTime(0, at + BEEP_S)
    tone.connect(loudness).connect(context.destination)
    tone.start(at)
    tone.stop(at + BEEP_S)
    return tone
  }
  return {
    play: (severity: Severity): void => {
      // Otherwise the sound would wait for the first press, however late it comes.
      if (page.AudioContext === undefined || page.navigator.userActivation?.hasBeenActive === false) return
      const context = new page.AudioContext()
      const { count, hertz } = BEEPS[severity]
      const beeps = Array.from({ length: count }, (_, place) =>
        beep(context, hertz, context.currentTime + place * (BEEP_S + GAP_S)),
      )
      beeps.at(-1)?.addEventListener('ended', () => void context.close())
    },
  }
}

export type AlertSounds = ReturnType<typeof createAlertSounds>
