import type { Environment } from '#contract/records/environment.ts'
import type { SessionUser } from '#contract/records/session.ts'
import { type Place, placeOf, type Theme, themeOf, type UiType, uiTypeOf } from './app.logic.ts'

/** What the root remembers. */
export type AppContext = {
  /** Why the environment document cannot be used, for the blocking screen (OPEN-06). */
  readonly failure: string | null
  readonly environment: Environment | null
  readonly path: string
  readonly search: string
  readonly user: SessionUser | null
  /** Stored choices; null where there is none. */
  readonly theme: Theme | null
  readonly uiType: UiType | null
  /** Where a guest wanted to go (SHL-14, OPEN-69). */
  readonly savedLocation: string | null
}

/** The whole address of the page. */
export const hereOf = ({ path, search }: AppContext): string => path + search

/** What the page's address means to whoever stands there. */
export const placeHere = ({ path, user, uiType }: AppContext): Place =>
  placeOf(path, user, uiTypeOf(user, uiType))

/** How the page is drawn now. */
export const themeHere = ({ path, user, theme, uiType }: AppContext): Theme =>
  themeOf({ path, user, stored: theme, uiType: uiTypeOf(user, uiType) })

/** How it would be drawn after a press on the toggle. */
export const otherTheme = (context: AppContext): Theme => (themeHere(context) === 'dark' ? 'light' : 'dark')

/** Where the page's address leads whoever stands there, where it leads away. */
export const redirection = (context: AppContext): { readonly path: string; readonly replace: boolean } => {
  const place = placeHere(context)
  return { path: place.kind === 'redirect' ? place.to : '/', replace: true }
}
