import type { EnabledAlert } from '#contract/records/alert-settings.ts'
import type { Environment } from '#contract/records/environment.ts'
import type { SessionUser } from '#contract/records/session.ts'
import type { Role } from '#contract/roles.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { matchRoute, type RouteMatch, type Theme, themeOf } from './app.logic.ts'
import { roleOf, type UiType, uiTypeOf, type Visitor } from './visitor.logic.ts'

/** Context of the app machine. */
export type AppContext = {
  /** Why the environment document cannot be used, for the blocking screen (OPEN-06). */
  readonly failure: string | null
  readonly environment: Environment | null
  readonly path: string
  readonly search: string
  readonly user: SessionUser | null
  /** The name of the greeting (SHL-30, SHL-31). */
  readonly firstName: string
  /** The alert types that the user has selected (ALR-45); null until they are known. */
  readonly enabledAlerts: readonly EnabledAlert[] | null
  /** The stored role of the user acted for; it counts only for CSSUPPORT (SES-10). */
  readonly actingRole: Role | null
  /** The time zone of that user's company. */
  readonly actingTimeZone: string
  /** Stored choices; null where there is none. */
  readonly theme: Theme | null
  /** The map's own theme; null: the page's (MAP-09). */
  readonly mapTheme: Theme | null
  readonly uiType: UiType | null
  /** Where a guest wanted to go (SHL-14, OPEN-69). */
  readonly savedLocation: string | null
  /** Whether the page was opened by a return from the identity provider (SES-61). */
  readonly isReturning: boolean
}

/** The context before anything is loaded. */
export const INITIAL_CONTEXT: AppContext = {
  failure: null,
  environment: null,
  path: '',
  search: '',
  user: null,
  firstName: '',
  enabledAlerts: null,
  actingRole: null,
  actingTimeZone: DEFAULT_TIME_ZONE,
  theme: null,
  mapTheme: null,
  uiType: null,
  savedLocation: null,
  isReturning: false,
}

/** Path and search of the page. */
export const currentAddressOf = ({ path, search }: AppContext): string => path + search

/** The role of the user whom CSSUPPORT acts for; null for every other role, whatever is stored. */
export const actingRoleOf = ({ user, actingRole }: Pick<AppContext, 'user' | 'actingRole'>): Role | null =>
  user !== null && roleOf(user) === 'CSSUPPORT' ? actingRole : null

/** The time zone of the company whose data the user sees. */
export const currentTimeZone = (
  context: Pick<AppContext, 'user' | 'actingRole' | 'actingTimeZone'>,
): string =>
  actingRoleOf(context) === null ? (context.user?.timeZone ?? DEFAULT_TIME_ZONE) : context.actingTimeZone

/** The visitor, as the guards see it. */
export const visitorOf = (
  context: Pick<AppContext, 'user' | 'actingRole' | 'uiType' | 'environment'>,
): Visitor => ({
  user: context.user,
  actingRole: actingRoleOf(context),
  uiType: uiTypeOf(context.user, context.uiType),
  supportViewUserId: context.environment?.supportViewUserId ?? '',
  isLabOpen: context.environment?.lab ?? false,
})

/** What the page's address means to the visitor. */
export const currentMatch = (context: AppContext): RouteMatch => matchRoute(context.path, visitorOf(context))

/** The theme of the page. */
export const currentTheme = (context: AppContext): Theme =>
  themeOf(context.path, visitorOf(context), context.theme)

/** The theme after the toggle is pressed. */
export const otherTheme = (context: AppContext): Theme =>
  currentTheme(context) === 'dark' ? 'light' : 'dark'

/** The theme of the map: its own, else the page's (MAP-09). */
export const currentMapTheme = (context: AppContext): Theme => context.mapTheme ?? currentTheme(context)

/** The map's theme after its switch is pressed; null where it follows the page again. */
export const otherMapTheme = (context: AppContext): Theme | null => {
  const next = currentMapTheme(context) === 'dark' ? 'light' : 'dark'
  return next === currentTheme(context) ? null : next
}

/** Where the page's address redirects the visitor to. */
export const redirection = (context: AppContext): { readonly path: string; readonly replace: boolean } => {
  const match = currentMatch(context)
  return { path: match.kind === 'redirect' ? match.to : '/', replace: true }
}
