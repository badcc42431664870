import type { Call } from '#contract/calls/call.ts'
import { allCalls } from '#contract/calls/index.ts'
import { ROLES, type Role } from '#contract/roles.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { headerOf, landingOf, mayOpen, menuOf, sidebarOf } from '#src/machines/app/app.logic.ts'
import { ROUTES, type Route } from '#src/machines/app/routes.ts'
import { hasSupportView, type UiType, type Visitor } from '#src/machines/app/visitor.logic.ts'

const visitorOf = (role: Role, uiType: UiType = 'beta'): Visitor => ({
  user: {
    id: 0,
    roles: [role],
    firstName: '',
    alphaAccess: true,
    betaAccess: true,
    timeZone: DEFAULT_TIME_ZONE,
  },
  actingRole: null,
  uiType,
  supportViewUserId: '',
  isLabOpen: false,
})

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n')
const marker = (isSo: boolean): string => (isSo ? '●' : '')
const code = (text: string): string => `\`${text}\``

const landings = (): string =>
  table(
    ['Role', 'Lands on', 'View', 'PayHub on `/owner-suite`', 'BETA switch'],
    ROLES.map((role) => {
      const { payHub } = headerOf('/owner-suite', visitorOf(role))
      return [
        role,
        code(landingOf(visitorOf(role))),
        hasSupportView(visitorOf(role)) ? 'support' : 'customer',
        payHub ?? 'absent',
        headerOf('/settings', visitorOf(role)).hasInterfaceSwitch ? 'yes' : 'no',
      ]
    }),
  )

/** Roles with the same entries share a row. */
const menus = (): string => {
  const rowsOf = (uiType: UiType, name: string): string[][] => {
    const entriesOf = (role: Role) =>
      menuOf('/support', visitorOf(role, uiType))
        .map(({ label, path }) => `${label} (${code(path)})`)
        .join(', ')
    return [...new Set(ROLES.map(entriesOf))].map((entries) => [
      name,
      ROLES.filter((role) => entriesOf(role) === entries).join(', '),
      entries,
    ])
  }
  return table(['Interface', 'Roles', 'Entries'], [...rowsOf('beta', 'newer'), ...rowsOf('alpha', 'older')])
}

const opening = (route: Route): string[] => {
  if (route.access === 'open') return ROLES.map(() => '●')
  if (route.access === 'public') return ROLES.map(() => '→')
  return ROLES.map((role) => marker(mayOpen(visitorOf(role), route)))
}

const pages = (): string =>
  table(
    ['Page', 'Title', 'Theme', 'Guest', ...ROLES],
    ROUTES.map((route) => [
      code(route.path),
      route.title,
      route.theme === 'stored' ? 'chosen' : 'dark',
      route.access === 'private' ? '' : '●',
      ...opening(route),
    ]),
  )

const sidebars = (): string =>
  table(
    ['Screen', 'Role', 'Entries'],
    [
      ['Profile', 'ROOTADMIN', '/profile'] as const,
      ['Profile', 'SUPERADMIN', '/profile'] as const,
      ['Profile', 'MANAGER', '/profile'] as const,
      ['Reports', 'MANAGER', '/reports'] as const,
    ].map(([screen, role, path]) => [
      screen,
      role === 'MANAGER' ? 'every other role that may open it' : role,
      (sidebarOf(path, visitorOf(role))?.entries ?? []).map(({ label }) => label).join(', '),
    ]),
  )

const WHILE_ACTING = { target: 'as the user', actor: 'as oneself', never: 'refused' } as const

const callRow = ({ id, method, path, roles, scope, acting }: Call): string[] => [
  code(id),
  `${method} ${code(path)}`,
  scope,
  roles === 'public' ? 'for anybody' : WHILE_ACTING[acting],
  ...ROLES.map((role) => marker(roles === 'public' || roles.includes(role))),
]

/** By path and method: modules list them in different orders. */
const ordered = (): readonly Call[] =>
  allCalls.toSorted((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))

const calls = (): string =>
  table(['Call', 'Address', 'Whose data', 'While acting', ...ROLES], ordered().map(callRow))

/** The text of docs/roles.md, from the table of routes and the table of calls. */
export const rolesDoc = (): string => `# Roles

Made by \`npm run roles\` from \`src/machines/app/routes.ts\` and \`contract/calls\`; a test fails when it is stale. Change those, not this.

Only the first of a user's roles counts. The server decides every call by its row below; guards and menus of the client only spare users pages that would stay empty.

## Where a login leads, and what stands round the page

${landings()}

${menus()}

A user with one interface alone has no BETA switch; with the older one alone the page is always dark. CSSUPPORT on \`/cssupport\` has the menu Profile. One more member of staff may get the support view by \`supportViewUserId\` in env.json; on the fleet map it chooses a company, then one of its users, and the map lists what those see.

## Pages

● opens; → leads a member on; empty: a guest must log in, a member sees "Access denied". \`chosen\` follows the stored theme, every other page is dark. Where env.json sets \`lab\`, \`/lab\` opens for everybody; it opens for the support view in any case.

${pages()}

## Sidebars inside screens

${sidebars()}

## CSSUPPORT acting for a user

- Before it has chosen a user, CSSUPPORT sees no customer's data: pages of a fleet lead to \`/cssupport\`, and calls about vehicles or a company are refused. Entering needs a reason.
- Only users of a company are chosen, never staff; a choice lasts 30 minutes and ends with SWITCH PROFILE, with another choice and with the login. Every call is written to the audit before it takes effect. Entering, and each call that changes something, is read by the user and the company's CUSTOMERADMIN under Settings, Support access; so is what other staff changes with a company's data.
- Rights are those that both roles have: a page opens, and a call runs, only where CSSUPPORT and the chosen role are listed. \`/cssupport\` and \`/lab\` belong to the supporter's own login and stay open.
- Menu, fleet and settings are those of the chosen role. Header, interface and theme are the supporter's own: PayHub stays disabled, BETA and theme follow the supporter's choices.
- Choosing leads to \`/owner-suite\`, and to \`/settings\` for a CONFIG MANAGER, who has no dashboard.

## Calls

\`as the user\`: runs with the chosen user's data; \`as oneself\`: is about the supporter's own login; \`refused\`: nobody may do it for somebody else.

${calls()}
`
