import { filter, fromEvent, map, merge, type Observable } from 'rxjs'
import type { DrawingKeyEvent } from '#src/machines/geofences/geofences.ports.ts'

/** The types of inputs that take no text. */
const BUTTONS = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'])

/** Whether typing into an element changes it. */
const takesText = (target: EventTarget | null): boolean => {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !BUTTONS.has(target.type)
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  )
}

/** Keys in a dialog do not reach the form below. */
const DIALOG = '[role="dialog"]'
/** Lists and menus over the form; Escape closes these, not the form. */
const OPEN_OVER_IT = '[role="listbox"], [role="menu"], [aria-haspopup][aria-expanded="true"]'
/** Elements that Enter presses. */
const PRESSED = 'button, a, summary'

const isWithin = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

const keyEventOf = (event: KeyboardEvent): DrawingKeyEvent | null => {
  if (event.defaultPrevented || takesText(event.target) || isWithin(event.target, DIALOG)) return null
  const isCommand = event.ctrlKey || event.metaKey
  if (event.key === 'Shift') return event.repeat ? null : { type: 'shift.pressed' }
  if (isCommand && event.key.toLowerCase() === 'z')
    return { type: event.shiftKey ? 'fence.redo' : 'fence.undo' }
  if (isCommand && event.key.toLowerCase() === 'y') return { type: 'fence.redo' }
  if (isWithin(event.target, OPEN_OVER_IT)) return null
  if (event.key === 'Escape') return { type: 'escape.pressed' }
  return event.key === 'Enter' && !isWithin(event.target, PRESSED) ? { type: 'fence.finish' } : null
}

/**
 * The keys of drawing a fence (GEO-03). Keys in a field are ignored, even Escape, so that a press meant for the field does
 * not discard the form. On a button Escape cancels, but Enter presses the button. Shift also counts as released when the
 * window loses the focus, because the release would not be noticed.
 */
export const drawingKeys$ = ({ window }: { window: Window }): Observable<DrawingKeyEvent> =>
  merge(
    fromEvent<KeyboardEvent>(window, 'keydown').pipe(
      map(keyEventOf),
      filter((keyEvent) => keyEvent !== null),
    ),
    merge(
      fromEvent<KeyboardEvent>(window, 'keyup').pipe(filter(({ key }) => key === 'Shift')),
      fromEvent(window, 'blur'),
      fromEvent(window.document, 'visibilitychange').pipe(filter(() => window.document.hidden)),
    ).pipe(map(() => ({ type: 'shift.released' }) as const)),
  )
