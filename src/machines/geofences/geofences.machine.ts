import { assign, setup } from 'xstate'
import type { FenceShape, FenceTool } from '#contract/records/fence-shape.ts'
import type { GeofenceDetail, GeofenceItem } from '#contract/records/geofence.ts'
import { type Failure, failureOf } from '../kit/failure.ts'
import type { Notice } from '../kit/notice.ts'
import { actionPort, eventPort, promisePort } from '../kit/port.ts'
import {
  begin,
  type GeofencesContext,
  type GeofencesInput,
  isOutdated,
  keepForm,
  listed,
  NO_FORM,
  opened,
  refused,
  reshaped,
  unseen,
} from './geofences.context.ts'
import type { DrawingKey, FenceChoices, GeofencesEvent } from './geofences.events.ts'
import { canChange, type FenceFields, type FenceForm, redoShape, undoShape } from './geofences.logic.ts'

/** What became of a fence that was saved. */
export type SavedFence = { readonly geoFenceId: number; readonly message: string }

const failed = ({ event }: { event: { error: unknown } }) => ({ failure: failureOf(event.error) })

const fencesSetup = setup({
  types: {
    context: {} as GeofencesContext,
    events: {} as GeofencesEvent,
    input: {} as GeofencesInput,
    children: {} as {
      list: 'loadFences'
      choices: 'loadChoices'
      details: 'openFence'
      keys: 'drawingKeys'
      save: 'saveFence'
      remove: 'deleteFence'
    },
    tags: {} as 'loading' | 'failed' | 'browsing' | 'hint' | 'form' | 'drawing' | 'confirming' | 'busy',
  },
  actors: {
    loadFences: promisePort<readonly GeofenceItem[]>('geofences.loadFences'),
    loadChoices: promisePort<FenceChoices>('geofences.loadChoices'),
    openFence: promisePort<GeofenceDetail, { geoFenceId: number }>('geofences.openFence'),
    drawingKeys: eventPort<DrawingKey>('geofences.drawingKeys'),
    saveFence: promisePort<SavedFence, FenceForm>('geofences.saveFence'),
    /** Answers what the server says of it. */
    deleteFence: promisePort<string, { geoFenceId: number }>('geofences.deleteFence'),
  },
  actions: {
    notify: actionPort<Notice>('geofences.notify'),
    /** Tells the pen what to do with the shape that is begun. */
    tellPen: actionPort<{ to: 'undo' | 'redo' | 'finish' | 'drop' }>('geofences.tellPen'),
    keepFences: assign(({ context }, { fences }: { fences: readonly GeofenceItem[] }) =>
      listed(context, fences),
    ),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    forgetFailure: assign({ failure: null }),
    keepRefusedSave: assign(({ context }, { failure }: { failure: Failure }) => refused(context, failure)),
    search: assign((_, { text }: { text: string }) => ({ search: text.slice(0, 100), chosenId: null })),
    toggleAll: assign(({ context }) => ({ showsAll: !context.showsAll })),
    choose: assign((_, { geoFenceId }: { geoFenceId: number | null }) => ({
      chosenId: geoFenceId,
      failure: null,
    })),
    beginForm: assign(({ context }, { now }: { now: number }) => begin(context, now)),
    keepChoices: assign((_, { choices }: { choices: FenceChoices }) => ({ choices })),
    openForm: assign((_, detail: GeofenceDetail) => opened(detail)),
    dropForm: assign({ ...NO_FORM, failure: null }),
    change: assign(({ context }, { fields }: { fields: Partial<FenceFields> }) => keepForm(context, fields)),
    shapeByHand: assign(({ context }, { shape }: { shape: FenceShape }) => reshaped(context, shape, false)),
    shapeByFigures: assign(({ context }, { shape }: { shape: FenceShape }) => reshaped(context, shape, true)),
    takeShapeAway: assign(({ context }) => reshaped(context, null, false)),
    undo: assign(({ context }) => keepForm(context, {}, undoShape)),
    redo: assign(({ context }) => keepForm(context, {}, redoShape)),
    keepBegun: assign((_, { tool }: { tool: FenceTool }) => ({ begun: tool, refusal: null })),
    dropBegun: assign({ begun: null, refusal: null }),
    keepRefusal: assign((_, { reason }: { reason: string }) => ({ refusal: reason })),
    holdShift: assign({ isShiftHeld: true }),
    releaseShift: assign({ isShiftHeld: false }),
    chooseTool: assign((_, { tool }: { tool: FenceTool }) => ({ chosenTool: tool })),
    check: assign({ isChecked: true, failure: null, serverFaults: {} }),
  },
  guards: {
    canChange: ({ context }) => canChange(context.role),
    isOutdated: ({ context }) => isOutdated(context),
    isBegun: ({ context }) => context.begun !== null,
    isShaped: ({ context }) => context.form?.shape != null,
    isShapeless: ({ context }) => context.form?.shape == null,
    isSound: ({ context }) => Object.keys(context.faults).length === 0,
  },
})

/** What can happen to a form whether a shape is there or is still to be drawn. */
const formEvents = fencesSetup.createStateConfig({
  on: {
    'fence.fieldChanged': { actions: { type: 'change', params: ({ event }) => event } },
    'fence.shapeSet': { actions: { type: 'shapeByFigures', params: ({ event }) => event } },
    'drawing.finished': {
      actions: ['dropBegun', { type: 'shapeByHand', params: ({ event }) => event }],
    },
    'drawing.refused': {
      actions: { type: 'keepRefusal', params: ({ event }) => event },
    },
    'fence.cancelled': '#geofences.browsing',
    'fence.reload': { guard: 'isOutdated', target: '#geofences.form.reloading' },
  },
})

/** The geofences of the map: list, drawing, form, deletion (GEO-01). It is over when it is closed. */
export const geofencesMachine = fencesSetup.createMachine({
  id: 'geofences',
  context: ({ input }) => unseen(input),
  initial: 'loading',
  on: { 'geofences.close': '.closed' },
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        id: 'list',
        src: 'loadFences',
        onDone: {
          target: 'browsing',
          actions: { type: 'keepFences', params: ({ event }) => ({ fences: event.output }) },
        },
        onError: { target: 'failed', actions: { type: 'keepFailure', params: failed } },
      },
    },
    failed: { tags: 'failed', on: { 'geofences.retry': 'loading' } },
    browsing: {
      tags: 'browsing',
      on: {
        'geofences.searched': { actions: { type: 'search', params: ({ event }) => event } },
        'geofences.showAllToggled': { actions: 'toggleAll' },
        'fence.chosen': { actions: { type: 'choose', params: ({ event }) => event } },
        'fence.create': {
          guard: 'canChange',
          target: 'hinting',
          actions: ['forgetFailure', { type: 'beginForm', params: ({ event }) => event }],
        },
        'fence.edit': {
          guard: 'canChange',
          target: 'opening',
          actions: { type: 'choose', params: ({ event }) => event },
        },
        'fence.delete': {
          guard: 'canChange',
          target: 'confirming',
          actions: { type: 'choose', params: ({ event }) => event },
        },
      },
    },
    hinting: {
      tags: 'hint',
      on: {
        'hint.acknowledged': 'form',
        'fence.cancelled': { target: 'browsing', actions: 'dropForm' },
      },
    },
    opening: {
      tags: ['browsing', 'busy'],
      invoke: {
        id: 'details',
        src: 'openFence',
        input: ({ context }) => ({ geoFenceId: context.chosenId ?? 0 }),
        onDone: { target: 'form', actions: { type: 'openForm', params: ({ event }) => event.output } },
        onError: { target: 'browsing', actions: { type: 'keepFailure', params: failed } },
      },
      on: { 'fence.cancelled': 'browsing' },
    },
    form: {
      tags: 'form',
      initial: 'shaping',
      exit: 'dropForm',
      invoke: {
        id: 'choices',
        src: 'loadChoices',
        onDone: {
          actions: { type: 'keepChoices', params: ({ event }) => ({ choices: event.output }) },
        },
        onError: { actions: { type: 'keepFailure', params: failed } },
      },
      states: {
        drawing: {
          tags: 'drawing',
          exit: ['releaseShift', 'dropBegun'],
          invoke: { id: 'keys', src: 'drawingKeys' },
          always: { guard: 'isShaped', target: 'shaping' },
          on: {
            ...formEvents.on,
            'shift.pressed': { actions: 'holdShift' },
            'shift.released': { actions: 'releaseShift' },
            'escape.pressed': [
              { guard: 'isBegun', actions: { type: 'tellPen', params: { to: 'drop' } } },
              { target: '#geofences.browsing' },
            ],
            'fence.toolChosen': { actions: { type: 'chooseTool', params: ({ event }) => event } },
            'fence.undo': [
              { guard: 'isBegun', actions: { type: 'tellPen', params: { to: 'undo' } } },
              { actions: 'undo' },
            ],
            'fence.redo': [
              { guard: 'isBegun', actions: { type: 'tellPen', params: { to: 'redo' } } },
              { actions: 'redo' },
            ],
            'fence.save': { actions: 'check' },
            'fence.finish': { guard: 'isBegun', actions: { type: 'tellPen', params: { to: 'finish' } } },
            'drawing.begun': { actions: { type: 'keepBegun', params: ({ event }) => event } },
            'drawing.dropped': { actions: 'dropBegun' },
          },
        },
        shaping: {
          invoke: { id: 'keys', src: 'drawingKeys' },
          always: { guard: 'isShapeless', target: 'drawing' },
          on: {
            ...formEvents.on,
            'escape.pressed': '#geofences.browsing',
            'fence.redraw': { actions: 'takeShapeAway' },
            'fence.undo': { actions: 'undo' },
            'fence.redo': { actions: 'redo' },
            'fence.save': [{ guard: 'isSound', target: 'saving', actions: 'check' }, { actions: 'check' }],
          },
        },
        // What was typed is there until the fence as it is now has come.
        reloading: {
          tags: 'busy',
          invoke: {
            id: 'details',
            src: 'openFence',
            input: ({ context }) => ({ geoFenceId: context.form?.geoFenceId ?? 0 }),
            onDone: {
              target: 'shaping',
              actions: ['forgetFailure', { type: 'openForm', params: ({ event }) => event.output }],
            },
            onError: { target: 'shaping', actions: { type: 'keepFailure', params: failed } },
          },
        },
        saving: {
          tags: 'busy',
          invoke: {
            id: 'save',
            src: 'saveFence',
            input: ({ context }) => {
              if (context.form === null) throw new Error('There is no fence to save.')
              return context.form
            },
            onDone: {
              target: '#geofences.loading',
              actions: [
                {
                  type: 'notify',
                  params: ({ event }) => ({ kind: 'success', text: null, detail: event.output.message }),
                },
                { type: 'choose', params: ({ event }) => event.output },
              ],
            },
            onError: { target: 'shaping', actions: { type: 'keepRefusedSave', params: failed } },
          },
        },
      },
    },
    confirming: {
      tags: 'confirming',
      on: {
        'fence.deleteConfirmed': 'deleting',
        'fence.cancelled': { target: 'browsing', actions: 'forgetFailure' },
      },
    },
    deleting: {
      tags: ['confirming', 'busy'],
      invoke: {
        id: 'remove',
        src: 'deleteFence',
        input: ({ context }) => ({ geoFenceId: context.chosenId ?? 0 }),
        onDone: {
          target: 'loading',
          actions: [
            {
              type: 'notify',
              params: ({ event }) => ({ kind: 'success', text: null, detail: event.output }),
            },
            { type: 'choose', params: { geoFenceId: null } },
          ],
        },
        onError: { target: 'confirming', actions: { type: 'keepFailure', params: failed } },
      },
    },
    closed: { type: 'final' },
  },
})
