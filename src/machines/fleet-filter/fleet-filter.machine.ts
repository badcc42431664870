import { assign, sendTo, setup } from 'xstate'
import type { Role } from '#contract/roles.ts'
import { parent } from '../kit/port.ts'
import { createRequestMachine } from '../request/request.machine.ts'
import {
  type Draft,
  EMPTY_DRAFT,
  type Entry,
  filterOf,
  isTouched,
  overSpeedOf,
  pick,
} from './fleet-filter.logic.ts'
import type { GroupOption, RegionOption } from './fleet-filter.ports.ts'
/** The groups of the fleet, by name. */
export const groupsRequest = createRequestMachine<readonly GroupOption[], Record<never, never>>(
  'fleetFilter.loadGroups',
)
/** The regions of the fleet, by name. */
export const regionsRequest = createRequestMachine<readonly RegionOption[], Record<never, never>>(
  'fleetFilter.loadRegions',
)

/** Events of the filters. `every` lists the ids that `all` means. */
export type FleetFilterEvent =
  | { type: 'fleetFilter.opened' }
  | { type: 'fleetFilter.groupsPicked'; entries: readonly Entry[]; every: readonly number[] }
  | { type: 'fleetFilter.regionsPicked'; entries: readonly Entry[]; every: readonly number[] }
  | { type: 'fleetFilter.overSpeedPicked'; overSpeed: number }
  | { type: 'fleetFilter.applied' }
  | { type: 'fleetFilter.cleared' }

/** The role of the user. */
export type FleetFilterInput = { readonly role: Role }
/** Context of the filters. */
export type FleetFilterContext = FleetFilterInput & { readonly draft: Draft }

/**
 * The filters of the fleet's list: groups or regions, each of which disables the other (MAP-29), and overspeed. The fleet
 * map is notified on Apply and on Clear, not before (MAP-31).
 */
export const fleetFilterMachine = setup({
  types: {
    context: {} as FleetFilterContext,
    events: {} as FleetFilterEvent,
    input: {} as FleetFilterInput,
    children: {} as { groups: 'groups'; regions: 'regions' },
  },
  actors: { groups: groupsRequest, regions: regionsRequest },
  actions: {
    askGroups: sendTo('groups', { type: 'request.load', input: {} }),
    askRegions: sendTo('regions', { type: 'request.load', input: {} }),
    pickGroups: assign(
      (
        { context: { draft } },
        { entries, every }: { entries: readonly Entry[]; every: readonly number[] },
      ) => ({
        draft: { ...draft, groups: pick(draft.groups, entries, every) },
      }),
    ),
    pickRegions: assign(
      (
        { context: { draft } },
        { entries, every }: { entries: readonly Entry[]; every: readonly number[] },
      ) => ({
        draft: { ...draft, regions: pick(draft.regions, entries, every) },
      }),
    ),
    pickOverSpeed: assign(({ context: { draft } }, { overSpeed }: { overSpeed: number }) => ({
      draft: { ...draft, overSpeed: overSpeedOf(overSpeed) },
    })),
    pickNothing: assign({ draft: EMPTY_DRAFT }),
    notifyParent: sendTo(parent, ({ context: { draft } }) => ({
      type: 'filter.chosen' as const,
      filter: isTouched(draft) ? filterOf(draft) : null,
    })),
  },
  guards: {
    mayPickGroups: ({ context: { role, draft } }) => role !== 'SUPPORT' && draft.regions.entries.length === 0,
    mayPickRegions: ({ context: { role, draft } }) => role !== 'SUPPORT' && draft.groups.entries.length === 0,
    mayAsk: ({ context }) => context.role !== 'SUPPORT',
  },
}).createMachine({
  id: 'fleetFilter',
  context: ({ input }) => ({ ...input, draft: EMPTY_DRAFT }),
  invoke: [
    { id: 'groups', src: 'groups' },
    { id: 'regions', src: 'regions' },
  ],
  on: {
    'fleetFilter.opened': { guard: 'mayAsk', actions: ['askGroups', 'askRegions'] },
    'fleetFilter.groupsPicked': {
      guard: 'mayPickGroups',
      actions: { type: 'pickGroups', params: ({ event }) => event },
    },
    'fleetFilter.regionsPicked': {
      guard: 'mayPickRegions',
      actions: { type: 'pickRegions', params: ({ event }) => event },
    },
    'fleetFilter.overSpeedPicked': { actions: { type: 'pickOverSpeed', params: ({ event }) => event } },
    'fleetFilter.applied': { actions: 'notifyParent' },
    'fleetFilter.cleared': { actions: ['pickNothing', 'notifyParent'] },
  },
})
