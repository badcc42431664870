import type { SessionUser } from '#contract/records/session.ts'
import type { Role } from '#contract/roles.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { uiTypeOf, type Visitor } from '#src/machines/app/visitor.logic.ts'

// Copied by hand from the specification: nothing here is computed from the route table.

/** One letter per role: Root, Super, Css, cUstomer, customerAdmin, Manager, conFig, aNalytics, suPport. */
export const ROLE_LETTERS: Readonly<Record<Role, string>> = {
  ROOTADMIN: 'R',
  SUPERADMIN: 'S',
  CSSUPPORT: 'C',
  CUSTOMER: 'U',
  CUSTOMERADMIN: 'A',
  MANAGER: 'M',
  'CONFIG MANAGER': 'F',
  ANALYTICSUSER: 'N',
  SUPPORT: 'P',
}

/**
 * Private routes: path; roles that may open it; theme side; entry highlighted in the older, the newer and the admin menu;
 * title. `-` means none, `_` a blank.
 */
export const PRIVATE = `
/profile                   RSCUAMFNP  dark    -                -                 Profile   Profile
/profiles                  RSCUAMFNP  dark    -                -                 Profile   Profile
/profiles/driver           RSCUAMFNP  dark    -                -                 Profile   Profile
/profiles/vehicle          RSCUAMFNP  dark    -                -                 Profile   Profile
/profiles/my-profile       RSCUAMFNP  dark    -                -                 Profile   Profile
/profiles/dealer           RS         dark    -                -                 Profile   Profile
/profiles/customer-admin   RS         dark    -                -                 Profile   Profile
/cssupport                 C          dark    -                -                 -         -
/support                   RSCUAMFNP  dark    -                -                 -         Help
/settings                  RSCUAMFNP  dark    Settings         Settings          Settings  Settings
/owner-suite               RSCUAMNP   dark    Dashboard        Dashboard         -         Dashboard
/dashboard                 RSCUAMNP   stored  Dashboard        Dashboard         -         Dashboard
/track-trace               RSCUAMNP   stored  Find_My_Truck    Track_and_Trace   -         Track_And_Trace
/my-fleet                  RSCUAMNP   dark    Find_My_Truck    Track_and_Trace   -         Track_And_Trace
/liveTracking              RSCUAMNP   dark    Find_My_Truck    Track_and_Trace   -         Track_And_Trace
/alerts                    RSCUAMNP   stored  -                Alerts            -         Alerts
/trip-management           RSCUAMNP   stored  Trip_Management  Trip_Management   -         Trip_Management
/daily-trip-analysis       RSCUAMNP   dark    Trip_Management  Trip_Management   -         Trip_Management
/fleet-health              RSCUAMNP   dark    Fleet_Health     Fleet_Health      -         Fleet_Health
/driving-analysisv2        RSCUAMNP   stored  Driving_Analysis Driving_Analysis  -         Driving_Analysis
/driving-analysis          RSCUAMNP   dark    Driving_Analysis Driving_Analysis  -         Driving_Analysis
/reportsv2                 RSCUAMNP   stored  Reports          Reports           -         Reports
/reports                   RSCUAMNP   dark    Reports          Reports           -         Reports
/reports/vehicle-summary   RSCUAMNP   dark    Reports          Reports           -         Reports
/reports/over-speed        RSCUAMNP   dark    Reports          Reports           -         Reports
/reports/fuel-consumption  RSCUAMNP   dark    Reports          Reports           -         Reports
/reports/alert             RSCUAMNP   dark    Reports          Reports           -         Reports
/reports/vehicle-instant   RSCUAMNP   dark    Reports          Reports           -         Reports
/reports/engine-overrun    RSCUAMNP   dark    Reports          Reports           -         Reports
/reports/neutral-driving   RSCUAMNP   dark    Reports          Reports           -         Reports
/demo                      RSCUAMNP   stored  -                Demo              -         Demo
/lab                       RCN        dark    -                -                 -         Lab
/lab/paths                 RCN        dark    -                -                 -         Lab
/lab/replay                RCN        dark    -                -                 -         Lab
/lab/faults                RCN        dark    -                -                 -         Lab
`
  .trim()
  .split('\n')
  .map((line) => {
    const [path = '', who = '', theme = '', alpha = '', beta = '', admin = '', title = ''] = line
      .split(/\s+/)
      .map((cell) => (cell === '-' ? '' : cell.replaceAll('_', ' ')))
    return { path, who, theme, marked: { alpha, beta, admin }, title }
  })

/** The paths in each menu. */
export const MENUS = {
  alpha: `/owner-suite /my-fleet /daily-trip-analysis /fleet-health /driving-analysis /reports /settings`,
  beta: `/owner-suite /track-trace /alerts /trip-management /fleet-health /driving-analysisv2 /reportsv2 /settings /demo`,
  admin: '/profile /settings',
  profile: '/profile',
  settings: '/settings',
}

/** Which roles have which interface. */
export const ACCESS = {
  both: { alphaAccess: true, betaAccess: true, timeZone: DEFAULT_TIME_ZONE },
  alphaOnly: { alphaAccess: true, betaAccess: false, timeZone: DEFAULT_TIME_ZONE },
  betaOnly: { alphaAccess: false, betaAccess: true, timeZone: DEFAULT_TIME_ZONE },
} as const

/** A user with a role. */
export const userOf = (
  role: Role,
  access: (typeof ACCESS)[keyof typeof ACCESS] = ACCESS.both,
): SessionUser => ({
  id: 7,
  roles: [role],
  firstName: 'Asha',
  ...access,
})
/** A member or a guest who has chosen an interface. */
export const visitorOf = (
  user: SessionUser | null,
  stored: 'alpha' | 'beta',
  more: Partial<Visitor> = {},
): Visitor => ({
  user,
  actingRole: null,
  uiType: uiTypeOf(user, stored),
  supportViewUserId: '',
  isLabOpen: false,
  ...more,
})
