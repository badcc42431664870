import {
  asyncScheduler,
  filter,
  fromEvent,
  map,
  merge,
  Observable,
  type SchedulerLike,
  throttleTime,
} from 'rxjs'
import type { MouseMoveEvent, PresenceEvent } from '#src/machines/alert-popup/alert-popup.ports.ts'

type Page = Pick<Window, 'addEventListener' | 'removeEventListener'> & {
  readonly document: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>
}

/** `runningTime`: ms since the page began, which no change of the clock moves. */
type Clock = { readonly runningTime: () => number }

const visibility$ = ({ document }: Pick<Page, 'document'>): Observable<boolean> =>
  fromEvent(document, 'visibilitychange').pipe(map(() => document.hidden))

/** Emits each time the page is seen again: its tab is chosen, or it comes out of the back-forward cache. */
export const pageReturns$ = (page: Page): Observable<unknown> =>
  merge(visibility$(page).pipe(filter((isHidden) => !isHidden)), fromEvent(page, 'pageshow'))

/** Whether the page is seen: at once where it is hidden, then each change. */
export const presence$ = (page: Page, { runningTime }: Clock): Observable<PresenceEvent> =>
  new Observable<boolean>((subscriber) => {
    if (page.document.hidden) subscriber.next(true)
    return visibility$(page).subscribe(subscriber)
  }).pipe(
    map((isHidden) => ({
      type: isHidden ? 'alertPopup.pageHidden' : 'alertPopup.pageShown',
      at: runningTime(),
    })),
  )

const MOUSE_EVERY_MS = 500

/** The movements of the mouse anywhere on the page: the first at once, and the last of each half second (ALR-44). */
export const mouseMoves$ = (
  page: Pick<Page, 'addEventListener' | 'removeEventListener'>,
  { runningTime, scheduler = asyncScheduler }: Clock & { scheduler?: SchedulerLike },
): Observable<MouseMoveEvent> =>
  fromEvent(page, 'mousemove').pipe(
    throttleTime(MOUSE_EVERY_MS, scheduler, { leading: true, trailing: true }),
    map(() => ({ type: 'alertPopup.mouseMoved', at: runningTime() })),
  )
