import { assertEvent } from 'xstate'
import { failureParams } from '../kit/failure.ts'
import { successNotice } from '../kit/notice.ts'
import { initialContext } from './geofences.context.ts'
import { fencesSetup, formEvents, leaving } from './geofences.setup.ts'

/** The geofences of the map: list, drawing, form, deletion (GEO-01). */
export const geofencesMachine = fencesSetup.createMachine({
  id: 'geofences',
  context: ({ input }) => initialContext(input),
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
          actions: { type: 'setFences', params: ({ event }) => ({ fences: event.output }) },
        },
        onError: { target: 'failed', actions: { type: 'setFailure', params: failureParams } },
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
        'fence.importPicked': { guard: 'canChange', target: 'importing', actions: 'forgetFailure' },
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
    importing: {
      tags: 'importing',
      invoke: {
        id: 'fenceImport',
        src: 'fenceImport',
        input: ({ context: { fences, preset }, event }) => {
          assertEvent(event, 'fence.importPicked')
          const { fileId, fileName, now } = event
          const taken = (fences ?? []).map(({ geoFenceShapeName }) => geoFenceShapeName)
          return { fileId, fileName, now, taken, preset }
        },
        onDone: 'loading',
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
        onError: { target: 'browsing', actions: { type: 'setFailure', params: failureParams } },
      },
      on: { 'fence.cancelled': 'browsing' },
    },
    form: {
      tags: 'form',
      type: 'parallel',
      exit: 'dropForm',
      states: {
        draft: {
          initial: 'shaping',
          states: {
            drawing: {
              tags: 'drawing',
              exit: ['releaseShift', 'dropBegun', 'forgetUndoneCorners'],
              invoke: { id: 'keys', src: 'drawingKeys' },
              always: { guard: 'isShaped', target: 'shaping' },
              on: {
                ...formEvents.on,
                'shift.pressed': { actions: 'holdShift' },
                'shift.released': { actions: 'releaseShift' },
                'escape.pressed': {
                  guard: 'isBegun',
                  actions: { type: 'commandDrawTool', params: { to: 'drop' } },
                },
                'fence.toolChosen': { actions: { type: 'chooseTool', params: ({ event }) => event } },
                'fence.undo': [
                  { guard: 'isBegun', actions: { type: 'commandDrawTool', params: { to: 'undo' } } },
                  { actions: 'undo' },
                ],
                'fence.redo': [
                  { guard: 'hasUndoneCorners', actions: { type: 'commandDrawTool', params: { to: 'redo' } } },
                  { guard: 'isBegun' },
                  { actions: 'redo' },
                ],
                'fence.save': { actions: 'check' },
                'fence.finish': {
                  guard: 'isBegun',
                  actions: { type: 'commandDrawTool', params: { to: 'finish' } },
                },
                'drawing.begun': { actions: { type: 'setBegun', params: ({ event }) => event } },
                'drawing.dropped': { actions: 'dropBegun' },
                'drawing.redoChanged': {
                  actions: { type: 'setHasUndoneCorners', params: ({ event }) => event },
                },
              },
            },
            shaping: {
              invoke: { id: 'keys', src: 'drawingKeys' },
              always: { guard: 'isShapeless', target: 'drawing' },
              on: {
                ...formEvents.on,
                'fence.redraw': { actions: 'removeShape' },
                'fence.undo': { actions: 'undo' },
                'fence.redo': { actions: 'redo' },
                'fence.save': [
                  { guard: 'isSound', target: 'saving', actions: 'check' },
                  { actions: 'check' },
                ],
              },
            },
            // The form keeps what was typed until the current fence is loaded.
            reloading: {
              tags: 'busy',
              invoke: [
                { id: 'keys', src: 'drawingKeys' },
                {
                  id: 'details',
                  src: 'openFence',
                  input: ({ context }) => ({ geoFenceId: context.form?.geoFenceId ?? 0 }),
                  onDone: {
                    target: 'shaping',
                    actions: { type: 'openForm', params: ({ event }) => event.output },
                  },
                  onError: { target: 'shaping', actions: { type: 'setFailure', params: failureParams } },
                },
              ],
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
                onError: { target: 'shaping', actions: { type: 'setSaveRefusal', params: failureParams } },
              },
            },
          },
        },
        // The choices load separately: the form can be filled in and saved meanwhile, even if they fail.
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
            failed: { tags: 'withoutChoices', on: { 'choices.retry': 'loading' } },
          },
        },
        leaving,
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
            { type: 'notify', params: successNotice },
            { type: 'choose', params: { geoFenceId: null } },
          ],
        },
        onError: { target: 'confirming', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    closed: { type: 'final' },
  },
})
