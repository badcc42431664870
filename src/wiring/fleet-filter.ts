import { fromEventObservable, fromPromise } from 'xstate'
import { fleetGroups } from '#contract/calls/fleet.ts'
import { fleetRegions } from '#contract/calls/vehicle-lists.ts'
import {
  fleetFilterMachine,
  groupsRequest,
  regionsRequest,
} from '#src/machines/fleet-filter/fleet-filter.machine.ts'
import type { GroupOption, RegionOption } from '#src/machines/fleet-filter/fleet-filter.ports.ts'
import {
  type SelectionWarning,
  vehicleSelectionMachine,
} from '#src/machines/fleet-filter/vehicle-selection.machine.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { REQUEST_TYPES, type RequestProgressEvent } from '#src/machines/request/request.machine.ts'
import type { VehicleOptions } from '#src/services/fleet-filter/vehicle-options.ts'
import type { Http } from '#src/services/http/http.ts'
import { buildRequest } from '#src/services/http/request.ts'
import { VEHICLE_SELECTION } from '#src/texts/en/fleet-filter.ts'

const types = REQUEST_TYPES
type NoInput = { request: Record<never, never> }

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
export const wireFleetFilter = ({ http, recordId }: { http: Pick<Http, 'call'>; recordId: () => number }) =>
  fleetFilterMachine.provide({
    actors: {
      groups: groupsRequest.provide({
        actors: {
          send: fromEventObservable<RequestProgressEvent<readonly GroupOption[]>, NoInput>(() =>
            askGroups(http, { query: { userId: recordId() } }),
          ),
        },
      }),
      regions: regionsRequest.provide({
        actors: {
          send: fromEventObservable<RequestProgressEvent<readonly RegionOption[]>, NoInput>(() =>
            askRegions(http, { query: { userId: recordId() } }),
          ),
        },
      }),
    },
  })

const WARNINGS: Readonly<Record<SelectionWarning, string>> = {
  tooMany: VEHICLE_SELECTION.tooMany,
  unreached: VEHICLE_SELECTION.unreached,
}

/** The machine of the choice of vehicles. */
export const wireVehicleSelection = (
  options: Pick<VehicleOptions, 'load'>,
  notify: (notice: Notice) => void,
) =>
  vehicleSelectionMachine.provide({
    actors: { loadOptions: fromPromise<void, undefined>(({ signal }) => options.load(signal)) },
    actions: {
      warn: (_, { why }: { why: SelectionWarning }) =>
        notify({ kind: 'warning', text: null, detail: WARNINGS[why] }),
    },
  })
