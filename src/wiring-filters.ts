import { fromEventObservable, fromPromise } from 'xstate'
import { fleetRegions } from '#contract/calls/lists.ts'
import { fleetGroups } from '#contract/calls/map.ts'
import {
  fleetFilterMachine,
  type GroupOption,
  groupsRequest,
  type RegionOption,
  regionsRequest,
} from './machines/fleet-filter/fleet-filter.machine.ts'
import type { Notice } from './machines/kit/notice.ts'
import { REQUEST_TYPES, type RequestFact } from './machines/request/request.machine.ts'
import { type ChoiceWarning, vehicleChoiceMachine } from './machines/vehicle-choice/vehicle-choice.machine.ts'
import type { Http } from './services/http/http.ts'
import { buildRequest } from './services/http/request.ts'
import type { VehicleOptions } from './services/vehicle-options.ts'
import { CHOICE } from './views/fleet/vehicle-choice.text.ts'

const types = REQUEST_TYPES
type Asked = { asked: Record<never, never> }

const askGroups = buildRequest({
  types,
  call: fleetGroups,
  // Without their vehicles: the server knows them, and there may be thousands.
  read: ({ groups }) => groups.map(({ groupId, groupName }) => ({ groupId, groupName })),
})
const askRegions = buildRequest({
  types,
  call: fleetRegions,
  read: ({ regions }) => regions.map(({ regionId, regionName }) => ({ regionId, regionName })),
})

/** The filters' machine; its lists are kept (SES-31 to SES-34). `recordId` says whose groups and regions they are. */
export const wireFilters = ({ http, recordId }: { http: Pick<Http, 'call'>; recordId: () => number }) =>
  fleetFilterMachine.provide({
    actors: {
      groups: groupsRequest.provide({
        actors: {
          send: fromEventObservable<RequestFact<readonly GroupOption[]>, Asked>(() =>
            askGroups(http, { query: { userId: recordId() } }),
          ),
        },
      }),
      regions: regionsRequest.provide({
        actors: {
          send: fromEventObservable<RequestFact<readonly RegionOption[]>, Asked>(() =>
            askRegions(http, { query: { userId: recordId() } }),
          ),
        },
      }),
    },
  })

const WARNINGS: Readonly<Record<ChoiceWarning, string>> = {
  tooMany: CHOICE.tooMany,
  unreached: CHOICE.unreached,
}

/** The machine of the choice of vehicles. */
export const wireChoice = (options: Pick<VehicleOptions, 'load'>, notify: (notice: Notice) => void) =>
  vehicleChoiceMachine.provide({
    actors: { loadOptions: fromPromise<void, undefined>(({ signal }) => options.load(signal)) },
    actions: {
      warn: (_, { why }: { why: ChoiceWarning }) =>
        notify({ kind: 'warning', text: null, detail: WARNINGS[why] }),
    },
  })
