import { raise } from 'xstate'
import { DEFAULT_ALERT_FILTER } from '#contract/links/alerts.ts'
import { failureNotice, failureParams } from '../kit/failure.ts'
import { MAX_CHECKED } from './alert-list.logic.ts'
import type { AlertListAddress, AlertsRequest, KeptFilter } from './alert-list.ports.ts'
import { type AlertListContext, alertListSetup } from './alert-list.setup.ts'

type OfAddress = { readonly event: { readonly output: AlertListAddress } }
const addressParams = ({ event }: OfAddress): AlertListAddress => event.output
const kept = ({ context }: { context: AlertListContext }): KeptFilter => ({
  filter: context.filter,
  alertId: context.alertId,
  replace: false,
})
const request = ({ context }: { context: AlertListContext }): AlertsRequest => ({
  filter: context.filter,
  held: context.found,
  timeZone: context.timeZone,
})

/**
 * The alert list (ALR-33 to ALR-35): what is filtered, found, sorted and chosen, and the alert in the panel. The address carries the
 * filter, so that links and the back button work; it is read at every change of the page's place (ALR-42).
 */
export const alertListMachine = alertListSetup.createMachine({
  id: 'alertList',
  context: ({ input }) => ({
    ...input,
    openedAt: 0,
    filter: DEFAULT_ALERT_FILTER,
    alertId: null,
    found: null,
    failure: null,
    evidenceFailure: null,
    choices: null,
    sort: null,
    hidden: [],
    checked: [],
    isPeriodInvalid: false,
  }),
  initial: 'closed',
  states: {
    closed: { on: { 'alertList.opened': 'opening' } },
    opening: {
      tags: ['open', 'loading'],
      entry: ['dropFound', 'closePeriodNotice'],
      on: { 'alertList.closed': 'closed' },
      invoke: {
        id: 'restore',
        src: 'readAddress',
        input: { isOpen: false },
        onDone: {
          target: 'open',
          actions: [
            { type: 'setAddress', params: addressParams },
            { type: 'setOpening', params: addressParams },
            { type: 'keepFilter', params: ({ event }) => ({ ...event.output, replace: true }) },
          ],
        },
        onError: 'open',
      },
    },
    open: {
      tags: 'open',
      type: 'parallel',
      invoke: [
        { id: 'alertRefreshes', src: 'refreshes' },
        {
          id: 'range',
          src: 'range',
          input: ({ context: { openedAt, timeZone, filter } }) => ({
            now: openedAt,
            timeZone,
            ...(filter.range === null ? {} : { range: filter.range }),
          }),
        },
      ],
      on: {
        'alertList.closed': { target: 'closed', actions: 'reportClosed' },
        'period.noticeClosed': { actions: 'closePeriodNotice' },
        'alertList.filterChosen': {
          guard: { type: 'isOther', params: ({ event }) => event.change },
          actions: [
            { type: 'changeFilter', params: ({ event }) => event },
            { type: 'keepFilter', params: kept },
            raise({ type: 'alertList.loadDue' }),
          ],
        },
        'alertList.customChosen': { actions: { type: 'startRange', params: ({ event }) => event } },
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
            { type: 'keepFilter', params: kept },
            raise({ type: 'alertList.loadDue' }),
          ],
        },
        'alertList.reset': {
          actions: [
            'resetChoices',
            { type: 'keepFilter', params: kept },
            { type: 'keepColumns', params: { hidden: [] } },
            raise({ type: 'alertList.loadDue' }),
            raise({ type: 'alertList.evidenceDue' }),
          ],
        },
        'alertList.sorted': { actions: { type: 'turnSort', params: ({ event }) => event } },
        'alertList.orderChosen': { actions: { type: 'setSort', params: ({ event }) => event } },
        'alertList.columnsChosen': {
          actions: [
            { type: 'setHidden', params: ({ event }) => event },
            { type: 'keepColumns', params: ({ event }) => event },
          ],
        },
        'alertList.checked': { actions: { type: 'setChecked', params: ({ event }) => event } },
      },
      states: {
        list: {
          initial: 'loading',
          on: { 'alertList.loadDue': '.loading' },
          states: {
            loading: {
              tags: 'loading',
              entry: ['dropFound', 'reportCovered'],
              invoke: {
                id: 'load',
                src: 'loadAlerts',
                input: request,
                onDone: {
                  target: 'shown',
                  actions: [
                    { type: 'setFound', params: ({ event }) => ({ found: event.output }) },
                    'reportCovered',
                  ],
                },
                onError: { target: 'failed', actions: { type: 'setFailure', params: failureParams } },
              },
            },
            shown: { on: { 'alertList.refreshDue': 'refreshing' } },
            refreshing: {
              invoke: {
                id: 'refresh',
                src: 'loadAlerts',
                input: request,
                onDone: {
                  target: 'shown',
                  actions: { type: 'setFound', params: ({ event }) => ({ found: event.output }) },
                },
                // The rows stay; the next refresh is due in ten seconds.
                onError: { target: 'shown', actions: { type: 'setFailure', params: failureParams } },
              },
            },
            failed: { on: { 'alertList.retry': 'loading', 'alertList.refreshDue': 'loading' } },
          },
        },
        address: {
          initial: 'read',
          states: {
            read: { on: { 'alertList.opened': 'reading' } },
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
                      raise({ type: 'alertList.loadDue' }),
                      raise({ type: 'alertList.evidenceDue' }),
                    ],
                  },
                  {
                    guard: { type: 'isOtherAlert', params: ({ event }) => event.output },
                    target: 'read',
                    actions: [
                      { type: 'setAddress', params: addressParams },
                      raise({ type: 'alertList.evidenceDue' }),
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
              on: { 'alertList.opened': { target: 'reading', reenter: true } },
            },
          },
        },
        panel: {
          initial: 'deciding',
          on: {
            'alertList.alertOpened': {
              target: '.loading',
              actions: [
                { type: 'setAlert', params: ({ event }) => event },
                { type: 'keepFilter', params: kept },
              ],
            },
            'alertList.alertClosed': {
              guard: 'hasAlert',
              target: '.away',
              actions: [
                { type: 'setAlert', params: { alertId: null } },
                { type: 'keepFilter', params: kept },
              ],
            },
            'alertList.evidenceDue': '.deciding',
          },
          states: {
            deciding: { always: [{ guard: 'hasAlert', target: 'loading' }, { target: 'away' }] },
            away: {},
            loading: {
              tags: 'panelLoading',
              entry: 'forgetEvidenceFailure',
              invoke: {
                id: 'evidence',
                src: 'loadEvidence',
                input: ({ context }) => ({ alertId: context.alertId ?? 0 }),
                onDone: 'shown',
                onError: { target: 'failed', actions: { type: 'setEvidenceFailure', params: failureParams } },
              },
            },
            shown: {},
            failed: { on: { 'alertList.evidenceRetried': 'loading' } },
          },
        },
        acknowledgement: {
          initial: 'idle',
          states: {
            idle: { on: { 'alertList.acknowledged': { guard: 'mayAcknowledge', target: 'sending' } } },
            sending: {
              tags: 'acknowledging',
              invoke: {
                id: 'acknowledge',
                src: 'acknowledge',
                input: ({ event }) => ({
                  alertIds:
                    event.type === 'alertList.acknowledged' ? event.alertIds.slice(0, MAX_CHECKED) : [],
                }),
                onDone: { target: 'idle', actions: 'dropChecked' },
                onError: { target: 'idle', actions: { type: 'notify', params: failureNotice } },
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
                  actions: [
                    { type: 'setChoices', params: ({ event }) => ({ choices: event.output }) },
                    'reportCovered',
                  ],
                },
                onError: 'failed',
              },
            },
            loaded: {},
            failed: { tags: 'choicesFailed', on: { 'alertList.choicesRetried': 'loading' } },
          },
        },
      },
    },
  },
})
