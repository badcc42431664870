import { Observable } from 'rxjs'

/** How often a hidden page, which draws no frames, counts one, in ms. */
const HIDDEN_EVERY_MS = 1000

type Page = Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame'> & {
  readonly document: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>
}

/** The page's frames with their time in ms; one a second while the page is hidden. Nothing is asked for while nobody listens. */
export const frames$ = (page: Page): Observable<number> =>
  new Observable((subscriber) => {
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const forget = () => {
      page.cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
    const ask = () => {
      forget()
      if (page.document.hidden) timer = setTimeout(() => tell(performance.now()), HIDDEN_EVERY_MS)
      else frame = page.requestAnimationFrame(tell)
    }
    const tell = (time: number) => {
      subscriber.next(time)
      if (!subscriber.closed) ask()
    }
    page.document.addEventListener('visibilitychange', ask)
    ask()
    return () => {
      page.document.removeEventListener('visibilitychange', ask)
      forget()
    }
  })
