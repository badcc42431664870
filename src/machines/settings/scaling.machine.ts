import { assign, sendTo, setup } from 'xstate'
import type { ChangedFactors, KpiScales } from '#contract/records/scaling.ts'
import { type Role, SCALING_ROLES } from '#contract/roles.ts'
import type { ScaledKpi } from '#domain/scaling.ts'
import { type Failure, failureParams } from '../kit/failure.ts'
import type { Notice } from '../kit/notice.ts'
import { actionPort, parent, promisePort } from '../kit/port.ts'
import { areValid, INITIAL_FACTORS, unsavedFactors } from './scaling.logic.ts'
import type { FactorChanges, MeasuredKpis, SavedScales } from './scaling.ports.ts'

/** Events of the scaling factors. */
export type ScalingEvent =
  | { type: 'scaling.changed'; kpi: ScaledKpi; factor: number }
  | { type: 'scaling.resetPressed' }
  | { type: 'scaling.discarded' }
  | { type: 'scaling.savePressed' }
  | { type: 'scaling.tryPressed' }
  | { type: 'scaling.retry' }

export type ScalingInput = { readonly role: Role }
export type ScalingContext = {
  readonly role: Role
  /** What the server has; null until it is loaded. */
  readonly saved: KpiScales | null
  /** What the user has changed since. */
  readonly changes: ChangedFactors
  /** Why the factors were not loaded or not saved. */
  readonly failure: Failure | null
  /** What changes are tried on; null until the user tries them. */
  readonly measured: MeasuredKpis | null
  /** Why they could not be tried. */
  readonly trialFailure: Failure | null
}

/** What it sends to the settings around it. */
type Report = { type: 'settings.formEdited'; isUnsaved: boolean }

/**
 * The scaling factors of the company's KPIs (ADM-11): changes are tried on the last 7 days of the fleet, and kept until they are saved or
 * discarded, also while others are being saved.
 */
export const scalingMachine = setup({
  types: {
    context: {} as ScalingContext,
    events: {} as ScalingEvent,
    input: {} as ScalingInput,
    children: {} as { load: 'loadScales'; save: 'saveFactors'; measure: 'measureKpis' },
    tags: {} as 'saving' | 'measuring',
  },
  actors: {
    loadScales: promisePort<KpiScales>('scaling.load'),
    saveFactors: promisePort<SavedScales, FactorChanges>('scaling.save'),
    measureKpis: promisePort<MeasuredKpis>('scaling.measure'),
  },
  actions: {
    notify: actionPort<Notice>('scaling.notify'),
    setSaved: assign(({ context }, { scales }: { scales: KpiScales }) => ({
      saved: scales,
      changes: unsavedFactors(scales, context.changes),
      failure: null,
    })),
    change: assign(({ context: { saved, changes } }, { factors }: FactorChanges) => ({
      changes: saved === null ? changes : unsavedFactors(saved, { ...changes, ...factors }),
      failure: null,
    })),
    discard: assign({ changes: {}, failure: null }),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    setMeasured: assign((_, { measured }: { measured: MeasuredKpis }) => ({ measured, trialFailure: null })),
    setTrialFailure: assign((_, { failure }: { failure: Failure }) => ({ trialFailure: failure })),
    reportEdits: sendTo(
      parent,
      ({ context }): Report => ({
        type: 'settings.formEdited',
        isUnsaved: Object.keys(context.changes).length > 0,
      }),
    ),
  },
  guards: {
    maySet: ({ context }) => SCALING_ROLES.some((role) => role === context.role),
    isUnsaved: ({ context }) => Object.keys(context.changes).length > 0,
    canSave: ({ context: { changes } }) => Object.keys(changes).length > 0 && areValid(changes),
  },
}).createMachine({
  id: 'scaling',
  context: ({ input: { role } }) => ({
    role,
    saved: null,
    changes: {},
    failure: null,
    measured: null,
    trialFailure: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'load',
        src: 'loadScales',
        onDone: [
          {
            guard: 'maySet',
            target: 'setting',
            actions: { type: 'setSaved', params: ({ event }) => ({ scales: event.output }) },
          },
          {
            target: 'reading',
            actions: { type: 'setSaved', params: ({ event }) => ({ scales: event.output }) },
          },
        ],
        onError: { target: 'failed', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    failed: { on: { 'scaling.retry': 'loading' } },
    /** Nothing can be changed. */
    reading: {},
    setting: {
      type: 'parallel',
      states: {
        form: {
          initial: 'editing',
          on: {
            'scaling.changed': {
              actions: [
                {
                  type: 'change',
                  params: ({ event: { kpi, factor } }) => ({ factors: { [kpi]: factor } }),
                },
                'reportEdits',
              ],
            },
            'scaling.resetPressed': {
              actions: [{ type: 'change', params: { factors: INITIAL_FACTORS } }, 'reportEdits'],
            },
          },
          states: {
            editing: {
              on: {
                'scaling.discarded': { guard: 'isUnsaved', actions: ['discard', 'reportEdits'] },
                'scaling.savePressed': { guard: 'canSave', target: 'saving' },
              },
            },
            saving: {
              tags: 'saving',
              invoke: {
                id: 'save',
                src: 'saveFactors',
                input: ({ context }) => ({ factors: context.changes }),
                onDone: {
                  target: 'editing',
                  actions: [
                    { type: 'setSaved', params: ({ event }) => event.output },
                    'reportEdits',
                    {
                      type: 'notify',
                      params: ({ event }) => ({ kind: 'success', text: null, detail: event.output.message }),
                    },
                  ],
                },
                onError: { target: 'editing', actions: { type: 'setFailure', params: failureParams } },
              },
            },
          },
        },
        trial: {
          initial: 'idle',
          states: {
            idle: { on: { 'scaling.tryPressed': 'measuring' } },
            measuring: {
              tags: 'measuring',
              invoke: {
                id: 'measure',
                src: 'measureKpis',
                onDone: {
                  target: 'idle',
                  actions: { type: 'setMeasured', params: ({ event }) => ({ measured: event.output }) },
                },
                onError: { target: 'idle', actions: { type: 'setTrialFailure', params: failureParams } },
              },
            },
          },
        },
      },
    },
  },
})
