import { useEffect, useRef, useState } from 'react'
import type { RecordedRun } from '#src/lab/recorded-run.ts'
import type { ScreenReady, ToScreen } from '#src/lab/screen-messages.ts'
import { LAB } from '#src/texts/en/lab.ts'
import { useServices } from '../kit/app-context.tsx'
import classes from './recorded-screen.module.css'

/** Width and height of the place for the screen, px. */
const useSize = (place: HTMLElement | null) => {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (place === null) return
    const observer = new ResizeObserver(() =>
      setSize({ width: place.clientWidth, height: place.clientHeight }),
    )
    observer.observe(place)
    return () => observer.disconnect()
  }, [place])
  return size
}

/** What happened between two moments, counted in events that were fed. Fixes that came before the next event are among them. */
const happened = ({ recording, events, fedEvents, fleet }: RecordedRun, from: number, to: number) => {
  const timeOf = (fed: number) =>
    fed === 0 ? -1 : (events.find((event) => event.external && event.fed === fed)?.at ?? 0)
  const [after, until] = [timeOf(from), timeOf(to)]
  return {
    now: recording.startedAt + Math.max(0, until),
    fleet: fleet.filter(({ at }) => at > after && at <= until),
    events: fedEvents.slice(from, to),
  }
}

/**
 * The screen as the user saw it after so many events: the portal's own views in a frame of the recorded size. It goes on with the
 * events that follow; to go back it starts anew.
 */
export const RecordedScreen = ({ run, fed }: { run: RecordedRun; fed: number }) => {
  const { location } = useServices()
  const frame = useRef<HTMLIFrameElement>(null)
  const shown = useRef<number>(undefined)
  const wanted = useRef(fed)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const { width, height } = useSize(place)
  const { viewport } = run.recording
  const scale = Math.min(1, width / viewport.width, height / viewport.height)

  useEffect(() => {
    const send = (message: ToScreen) =>
      frame.current?.contentWindow?.postMessage(message, window.location.origin)
    const onMessage = ({ origin, source, data }: MessageEvent<ScreenReady>) => {
      if (origin !== window.location.origin || source !== frame.current?.contentWindow) return
      if (data.kind !== 'screenReady') return
      const from = run.recording.segments[0]?.snapshot ?? null
      send({ kind: 'showScreen', from, tracks: run.tracks, ...happened(run, 0, wanted.current) })
      shown.current = wanted.current
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [run])

  useEffect(() => {
    wanted.current = fed
    const at = shown.current
    const page = frame.current?.contentWindow
    if (at === undefined || at === fed || !page) return
    if (fed < at) {
      shown.current = undefined
      page.location.reload()
      return
    }
    page.postMessage({ kind: 'goOn', ...happened(run, at, fed) } satisfies ToScreen, window.location.origin)
    shown.current = fed
  }, [run, fed])

  return (
    <div ref={setPlace} className={classes['place']}>
      <div
        className={classes['sheet']}
        style={{ width: viewport.width * scale, height: viewport.height * scale }}
      >
        <iframe
          ref={frame}
          title={LAB.asScreen}
          src={location.href('/lab/screen')}
          style={{ ...viewport, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  )
}
