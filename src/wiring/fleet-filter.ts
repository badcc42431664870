import { fromEventObservable, fromPromise } from 'xstate'
import { fleetGroups } from '#contract/calls/fleet.ts'
import { fleetRegions } from '#contract/calls/vehicle-lists.ts'
import { SELECTION } from '#contract/constants.ts'
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

const requestGroups = buildRequest({
  types,
  call: fleetGroups,
  // Without their vehicles, which may be thousands.
  read: ({ groups }) => groups.map(({ groupId, groupName }) => ({ groupId, groupName })),
})
const requestRegions = buildRequest({
  types,
  call: fleetRegions,
  read: ({ regions }) => regions.map(({ regionId, regionName }) => ({ regionId, regionName })),
})

/** Wires the fleet filter; its lists are cached (SES-31 to SES-34). `recordId` is the user whose groups and regions are listed. */
export const wireFleetFilter = ({ http, recordId }: { http: Pick<Http, 'call'>; recordId: () => number }) =>
  fleetFilterMachine.provide({
    actors: {
      groups: groupsRequest.provide({
        actors: {
          send: fromEventObservable<RequestProgressEvent<readonly GroupOption[]>, NoInput>(() =>
            requestGroups(http, { query: { userId: recordId() } }),
          ),
        },
      }),
      regions: regionsRequest.provide({
        actors: {
          send: fromEventObservable<RequestProgressEvent<readonly RegionOption[]>, NoInput>(() =>
            requestRegions(http, { query: { userId: recordId() } }),
          ),
        },
      }),
    },
  })

const warningText = (why: SelectionWarning): string =>
  why === 'tooMany' ? VEHICLE_SELECTION.tooMany({ most: SELECTION.max }) : VEHICLE_SELECTION.unreached

/** Wires the vehicle selection. */
export const wireVehicleSelection = (
  options: Pick<VehicleOptions, 'load'>,
  notify: (notice: Notice) => void,
) =>
  vehicleSelectionMachine.provide({
    actors: { loadOptions: fromPromise<void, undefined>(({ signal }) => options.load(signal)) },
    actions: {
      warn: (_, { why }: { why: SelectionWarning }) =>
        notify({ kind: 'warning', text: null, detail: warningText(why) }),
    },
  })
