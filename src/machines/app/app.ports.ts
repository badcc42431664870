import type { Theme } from './app.logic.ts'
import type { UiType } from './visitor.logic.ts'

/** A stored choice to keep (SES-05, SES-06). */
export type Preference =
  | { readonly key: 'theme'; readonly value: Theme }
  /** '': the map has the page's theme. */
  | { readonly key: 'mapTheme'; readonly value: Theme | '' }
  | { readonly key: 'uiType'; readonly value: UiType }

/** Where to go; `path` may carry a search. */
export type Navigation = { readonly path: string; readonly replace: boolean }
