import * as z from 'zod/mini'
import { LIVE_SHARE } from '../constants.ts'
import { Id, ShortText } from '../records/ids.ts'
import { LiveShare, SHARE_ENDS, SharedVehicle } from '../records/live-share.ts'
import { OPERATOR_ROLES, VIEWER_ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

const READ = { roles: VIEWER_ROLES, scope: 'vehicles' } as const
const CHANGE = { roles: OPERATOR_ROLES, scope: 'vehicles' } as const

/**
 * Makes a live link of vehicles, or of a trip's vehicle. It ends at `endsAt` (ms UTC), in 30 days at the latest; by `trip` as soon
 * as the trip does not run any more, by `arrival` for each vehicle when it arrives in the fence. `liveLinkUrl` is its address
 * below the portal's; nobody is told it again. Errors: 400, 404, 409.
 */
export const createLiveShare = defineCall({
  id: 'createLiveShare',
  rows: ['OPEN-43', 'TRP-13', 'SHR-01'],
  method: 'POST',
  path: `${DICV}/liveshares`,
  body: z.object({
    vehicleIds: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(LIVE_SHARE.maxVehicles))),
    tripId: z.optional(Id),
    endsBy: z.enum(SHARE_ENDS),
    endsAt: z.optional(z.number()),
    geoFenceId: z.optional(Id),
    label: z.optional(z.string().check(z.maxLength(LIVE_SHARE.maxLabel))),
  }),
  reply: z.object({ shareId: Id, liveLinkUrl: z.string() }),
  holdsSecret: true,
  ...CHANGE,
})

/**
 * The live links whose vehicles the caller sees all: open ones, then those that ended within 30 days, each the newest first; 500 at
 * most.
 */
export const listLiveShares = defineCall({
  id: 'listLiveShares',
  rows: ['OPEN-43'],
  method: 'GET',
  path: `${DICV}/liveshares`,
  reply: z.object({ shares: z.array(LiveShare) }),
  ...READ,
})

/** Moves the end of an open link to `endsAt` (ms UTC). Errors: 400, 404, 409 if it has ended. */
export const changeLiveShare = defineCall({
  id: 'changeLiveShare',
  rows: ['OPEN-43'],
  method: 'PUT',
  path: `${DICV}/liveshares`,
  body: z.object({ shareId: Id, endsAt: z.number() }),
  reply: z.object({ shareId: Id }),
  ...CHANGE,
})

/**
 * Ends a link at once; its viewers are cut off within 2 s (AC-07). One that is revoked already stays as it is. Errors: 404, 409 if it
 * has ended by itself.
 */
export const revokeLiveShare = defineCall({
  id: 'revokeLiveShare',
  rows: ['OPEN-43', 'AC-07'],
  method: 'POST',
  path: `${DICV}/liveshares/revoke`,
  body: z.object({ shareId: Id }),
  reply: z.object({ shareId: Id }),
  ...CHANGE,
})

/**
 * Whether a shared link is valid, and its vehicles (SHR-05). A stored token is sent and ignored (CONFLICT-19). Unknown, expired and
 * revoked links are answered alike (AC-07). `endsAt` is ms UTC. Errors: 429 for guesses.
 */
export const validateShare = defineCall({
  id: 'validateShare',
  rows: ['API-120', 'SHR-11'],
  method: 'GET',
  path: 'dicvlivelocation/validateurl/:q',
  params: z.object({ q: ShortText }),
  reply: z.object({
    message: z.optional(z.string()),
    liveShareVehicleDetails: z.optional(z.array(SharedVehicle)),
    label: z.optional(z.string()),
    endsBy: z.optional(z.enum(SHARE_ENDS)),
    endsAt: z.optional(z.number()),
  }),
  roles: 'public',
  scope: 'public',
})

/**
 * Positions of one shared vehicle (SHR-12): its trail since the link began as `liveShareTrail`, then its latest and every new fix as
 * `liveShareEvent`. Without `imei` it carries no position, only the ERROR that tells of the link's end (AC-07). The share id is the
 * only credential (OPEN-41). Errors: 429.
 */
export const shareStream = defineCall({
  id: 'shareStream',
  rows: ['API-121', 'SHR-12', 'AC-07'],
  method: 'GET',
  path: 'dicvlivelocation/stream',
  query: z.object({ path: ShortText, imei: z.optional(ShortText) }),
  replyKind: 'stream',
  roles: 'public',
  scope: 'public',
})
