import { useEffect } from 'react'
import { PLAYBACK_SPEEDS } from '#domain/playback.ts'
import type { PlaybackActor } from '#src/machines/playback/playback.machine.ts'
import {
  selectCanSeek,
  selectIndex,
  selectLastIndex,
  selectLeadingControl,
  selectRouteMarker,
} from '#src/machines/playback/playback.selectors.ts'

/** Elements in which no key is a shortcut: fields of text, dialogs and menus. */
const TYPING =
  'input:not([type="radio"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"], [role="listbox"], [role="menu"]'
/** Elements that respond to space themselves. A chosen speed does not. */
const PRESSED_BY_SPACE = 'button, a[href], input:not(:checked), summary'
const MOVED_BY_ARROWS = 'input, canvas, [role="slider"]'

const isWithin = ({ target }: KeyboardEvent, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

const step = (playback: PlaybackActor, by: 1 | -1): void => {
  const snapshot = playback.getSnapshot()
  const index = selectIndex(snapshot) + by
  if (index >= 0 && index <= selectLastIndex(snapshot)) playback.send({ type: 'playback.seek', index })
}

/** The action of a key, or undefined if it has none. A key that is held down only steps. */
const actionOf = (event: KeyboardEvent, playback: PlaybackActor): (() => void) | undefined => {
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
    const by = event.key === 'ArrowLeft' ? -1 : 1
    return isWithin(event, MOVED_BY_ARROWS) ? undefined : () => step(playback, by)
  }
  if (event.repeat) return undefined
  if (event.key === 'Escape') {
    if (selectRouteMarker(playback.getSnapshot()) === null) return undefined
    return () => playback.send({ type: 'playback.markerClosed' })
  }
  if (event.key === ' ') {
    if (isWithin(event, PRESSED_BY_SPACE)) return undefined
    return () => playback.send({ type: `playback.${selectLeadingControl(playback.getSnapshot())}` })
  }
  if (event.key.toLowerCase() === 's') return () => playback.send({ type: 'playback.skipToggled' })
  const speed = PLAYBACK_SPEEDS.find((candidate) => event.key === String(candidate % 10))
  return speed === undefined ? undefined : () => playback.send({ type: 'playback.setSpeed', speed })
}

/**
 * The shortcuts of a playback: space presses the main button (play, pause, continue or restart), left and right step, 1 to 9
 * and 0 choose the speeds 1 to 10, S skips standing time, Escape closes the open popup. They work wherever the focus is, but
 * not while the user types or a dialog is open. A focused control keeps its own keys.
 */
export const usePlaybackKeys = (playback: PlaybackActor): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isWithin(event, TYPING) || !selectCanSeek(playback.getSnapshot())) return
      const act = actionOf(event, playback)
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [playback])
}
