import { failureParams } from '../kit/failure.ts'
import { nextRequest, refreshRequest } from './fleet.context.ts'
import { fleetSetup } from './fleet.setup.ts'

/** The state of every mode that shows a list; the memo decides which list. */
export const listMode = fleetSetup.createStateConfig({
  tags: 'list',
  initial: 'deciding',
  entry: 'startList',
  exit: 'closePopup',
  on: {
    'chip.pressed': {
      target: '#fleet.open.restoring',
      actions: { type: 'pressChip', params: ({ event }) => event },
    },
    'showAll.pressed': { target: '#fleet.open.restoring', actions: 'pressShowAll' },
    'filter.chosen': {
      target: '#fleet.open.restoring',
      actions: { type: 'applyFilter', params: ({ event }) => event },
    },
    'vehicles.chosen': {
      target: '#fleet.open.restoring',
      actions: { type: 'chooseVehicles', params: ({ event }) => event },
    },
    'batch.chosen': {
      target: '#fleet.open.restoring',
      actions: { type: 'chooseBatch', params: ({ event }) => event },
    },
    'dataOwner.chosen': {
      target: '#fleet.open.restoring',
      actions: [{ type: 'setDataOwner', params: ({ event }) => event }, 'forwardDataOwner'],
    },
    'search.changed': { actions: { type: 'setSearch', params: ({ event }) => event } },
    'list.scrolledToEnd': { actions: { type: 'showMore', params: ({ event }) => event } },
    'vehicle.selected': { actions: { type: 'select', params: ({ event }) => event } },
    'cluster.pressed': { actions: { type: 'openCluster', params: ({ event }) => event } },
    'popup.closed': { actions: 'closePopup' },
  },
  states: {
    deciding: { always: [{ guard: 'choosesFirst', target: 'unasked' }, { target: 'loading' }] },
    unasked: { tags: 'unasked', entry: 'forgetCounts' },
    loading: {
      tags: 'loading',
      invoke: {
        id: 'list',
        src: 'loadList',
        input: nextRequest,
        onDone: [
          {
            guard: 'hasFurtherBatch',
            target: 'loading',
            reenter: true,
            actions: [{ type: 'setList', params: ({ event }) => event.output }, 'countBatch'],
          },
          {
            target: 'shown',
            actions: [{ type: 'setList', params: ({ event }) => event.output }, 'countBatch'],
          },
        ],
        onError: { target: 'failed', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    shown: { on: { 'refresh.due': 'refreshing' } },
    refreshing: {
      invoke: {
        id: 'refresh',
        src: 'loadList',
        input: refreshRequest,
        onDone: { target: 'shown', actions: { type: 'setList', params: ({ event }) => event.output } },
        onError: 'shown',
      },
    },
    failed: { tags: 'failed', on: { 'list.retry': 'loading', 'refresh.due': 'loading' } },
  },
})
