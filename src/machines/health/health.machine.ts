import { raise } from 'xstate'
import { DEFAULT_HEALTH_FILTER } from '#contract/links/health.ts'
import { failureNotice, failureParams } from '../kit/failure.ts'
import type { HealthAddress, HealthRequest, KeptHealth } from './health.ports.ts'
import { type HealthContext, healthSetup } from './health.setup.ts'

type OfAddress = { readonly event: { readonly output: HealthAddress } }
const addressParams = ({ event }: OfAddress): HealthAddress => event.output

const kept = ({ context: { filter, rowId } }: { context: HealthContext }): KeptHealth => ({
  ...{ filter, open: rowId, replace: false },
})
const keepAddress = { type: 'keepAddress', params: kept } as const
const request = ({ context: { filter, timeZone } }: { context: HealthContext }): HealthRequest => ({
  filter,
  timeZone,
})
/**
 * Fleet health (HLT-01, HLT-02): the tab, its filter, what was found, the row in the panel and the form that is open. The address carries
 * tab, filter and row, so that links and the back button work; it is read at every change of the page's place.
 */
export const healthMachine = healthSetup.createMachine({
  id: 'health',
  context: ({ input }) => ({
    ...input,
    openedAt: 0,
    ...{ filter: DEFAULT_HEALTH_FILTER, found: null, failure: null, choices: null },
    ...{ rowId: null, levelsFailure: null, form: null, changeFailure: null, isListLeft: false },
    recordedId: null,
    isPeriodInvalid: false,
  }),
  initial: 'closed',
  states: {
    closed: { on: { 'health.opened': 'opening' } },
    opening: {
      tags: ['open', 'loading'],
      entry: [
        'dropFound',
        'closePeriodNotice',
        { type: 'setRow', params: { rowId: null } },
        { type: 'setForm', params: { form: null } },
      ],
      on: { 'health.closed': 'closed' },
      invoke: {
        id: 'restore',
        src: 'readAddress',
        input: { isOpen: false },
        onDone: {
          target: 'open',
          actions: [
            { type: 'setAddress', params: addressParams },
            { type: 'setOpenedAt', params: addressParams },
            { type: 'keepAddress', params: ({ context }) => ({ ...kept({ context }), replace: true }) },
          ],
        },
        onError: 'open',
      },
    },
    open: {
      tags: 'open',
      type: 'parallel',
      invoke: {
        id: 'range',
        src: 'range',
        input: ({ context: { openedAt, timeZone, filter } }) => ({
          now: openedAt,
          timeZone,
          ...(filter.range === null ? {} : { range: filter.range }),
        }),
      },
      on: {
        'health.closed': 'closed',
        'period.noticeClosed': { actions: 'closePeriodNotice' },
        'health.filterChosen': {
          guard: { type: 'isOther', params: ({ event }) => event.change },
          actions: [
            { type: 'changeFilter', params: ({ event }) => event },
            keepAddress,
            'leaveList',
            raise({ type: 'health.loadDue' }),
          ],
        },
        'health.customChosen': { actions: { type: 'startRange', params: ({ event }) => event } },
        'range.changed': {
          guard: {
            type: 'isOther',
            params: ({ event: { from, to } }) => ({ period: 'custom', range: { from, to } }),
          },
          actions: [
            {
              type: 'changeFilter',
              params: ({ event: { from, to } }) => ({ change: { period: 'custom', range: { from, to } } }),
            },
            keepAddress,
            'leaveList',
            raise({ type: 'health.loadDue' }),
          ],
        },
        'health.reset': {
          actions: ['resetFilter', keepAddress, 'leaveList', raise({ type: 'health.loadDue' })],
        },
      },
      states: {
        list: {
          initial: 'loading',
          on: { 'health.loadDue': '.loading' },
          states: {
            loading: {
              tags: 'loading',
              entry: 'dropFound',
              invoke: {
                id: 'load',
                src: 'loadHealth',
                input: request,
                onDone: {
                  target: 'shown',
                  actions: [
                    { type: 'setFound', params: ({ event }) => ({ found: event.output }) },
                    raise({ type: 'health.rowDue' }),
                  ],
                },
                onError: { target: 'failed', actions: { type: 'setFailure', params: failureParams } },
              },
            },
            shown: { on: { 'health.reloaded': 'loading' } },
            failed: { on: { 'health.reloaded': 'loading' } },
          },
        },
        address: {
          initial: 'read',
          states: {
            read: { on: { 'health.opened': 'reading' } },
            reading: {
              invoke: {
                id: 'read',
                src: 'readAddress',
                input: { isOpen: true },
                onDone: [
                  {
                    guard: { type: 'isOther', params: ({ event }) => event.output.filter },
                    target: 'read',
                    actions: [
                      { type: 'setAddress', params: addressParams },
                      { type: 'showRange', params: addressParams },
                      'leaveList',
                      raise({ type: 'health.loadDue' }),
                    ],
                  },
                  {
                    guard: { type: 'isOtherRow', params: ({ event }) => ({ rowId: event.output.open }) },
                    target: 'read',
                    actions: [
                      { type: 'setAddress', params: addressParams },
                      raise({ type: 'health.rowDue' }),
                    ],
                  },
                  {
                    guard: { type: 'isPeriodInvalid', params: addressParams },
                    target: 'read',
                    actions: { type: 'setAddress', params: addressParams },
                  },
                  { target: 'read' },
                ],
                onError: 'read',
              },
              on: { 'health.opened': { target: 'reading', reenter: true } },
            },
          },
        },
        row: {
          initial: 'idle',
          on: {
            'health.loadDue': '.idle',
            'health.reloaded': '.idle',
            'health.rowDue': '.deciding',
            'health.rowClosed': {
              guard: { type: 'isOtherRow', params: { rowId: null } },
              target: '.idle',
              actions: [{ type: 'setRow', params: { rowId: null } }, keepAddress],
            },
            'health.rowOpened': {
              guard: { type: 'isOtherRow', params: ({ event }) => event },
              target: '.deciding',
              actions: [{ type: 'setRow', params: ({ event }) => event }, keepAddress],
            },
          },
          states: {
            idle: { entry: 'dropLevelsFailure' },
            deciding: { always: [{ guard: 'hasLevels', target: 'loading' }, { target: 'idle' }] },
            loading: {
              tags: 'levelsLoading',
              entry: 'dropLevelsFailure',
              invoke: {
                id: 'levels',
                src: 'loadLevels',
                input: ({ context }) => ({ vehicleId: Number(context.rowId) }),
                onDone: 'idle',
                onError: {
                  target: 'failed',
                  actions: { type: 'setLevelsFailure', params: failureParams },
                },
              },
            },
            failed: { on: { 'health.levelsRetried': 'loading' } },
          },
        },
        change: {
          initial: 'idle',
          states: {
            idle: {
              on: {
                'health.formOpened': {
                  guard: { type: 'mayOpen', params: ({ event }) => event.form },
                  actions: { type: 'setForm', params: ({ event }) => event },
                },
                'health.formClosed': { actions: { type: 'setForm', params: { form: null } } },
                'health.serviceChanged': {
                  guard: { type: 'mayChange', params: ({ event }) => event.change },
                  target: 'sending',
                },
              },
            },
            sending: {
              tags: 'changing',
              entry: 'beginChange',
              invoke: {
                id: 'change',
                src: 'changeService',
                input: ({ event }) =>
                  event.type === 'health.serviceChanged' ? event.change : { kind: 'undo', serviceId: 0 },
                onDone: {
                  target: 'idle',
                  actions: ['endChange', raise({ type: 'health.loadDue' })],
                },
                onError: [
                  {
                    guard: 'isListLeft',
                    target: 'idle',
                    actions: { type: 'notify', params: failureNotice },
                  },
                  { target: 'idle', actions: { type: 'setChangeFailure', params: failureParams } },
                ],
              },
            },
          },
        },
        choices: {
          initial: 'loading',
          states: {
            loading: {
              invoke: {
                id: 'choices',
                src: 'loadChoices',
                onDone: {
                  target: 'loaded',
                  actions: { type: 'setChoices', params: ({ event }) => ({ choices: event.output }) },
                },
                onError: 'failed',
              },
            },
            loaded: {},
            failed: { tags: 'choicesFailed', on: { 'health.choicesRetried': 'loading' } },
          },
        },
      },
    },
  },
})
