import { assign, not, setup, stateIn } from 'xstate'
import type { Fault } from '#contract/errors.ts'
import type { GeofenceDetail, GeofenceItem } from '#contract/records/geofences.ts'
import type { FenceShape, FenceTool } from '#domain/fences.ts'
import type { Failure } from '../kit/failure.ts'
import { searchText } from '../kit/list.logic.ts'
import type { Notice } from '../kit/notice.ts'
import { actionPort, eventPort, promisePort } from '../kit/port.ts'
import { fenceImportMachine } from './fence-import.machine.ts'
import {
  beginForm,
  checkForm,
  continueDrawing,
  type GeofencesContext,
  type GeofencesInput,
  isOutdated,
  isUnsaved,
  NO_FORM,
  openForm,
  withFences,
  withFields,
  withRefusal,
  withShape,
  withShapeStep,
} from './geofences.context.ts'
import type { GeofencesEvent } from './geofences.events.ts'
import {
  type BegunFence,
  canChange,
  type FenceFields,
  type FenceForm,
  redoShape,
  undoShape,
} from './geofences.logic.ts'
import type { DrawingKeyEvent, FenceChoices, SavedFence } from './geofences.ports.ts'
/** Types, ports, actions and guards of the geofences. */
export const fencesSetup = setup({
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
      fenceImport: 'fenceImport'
    },
    tags: {} as
      | 'loading'
      | 'failed'
      | 'browsing'
      | 'hint'
      | 'form'
      | 'drawing'
      | 'asking'
      | 'withoutChoices'
      | 'confirming'
      | 'importing'
      | 'busy',
  },
  actors: {
    fenceImport: fenceImportMachine,
    loadFences: promisePort<readonly GeofenceItem[]>('geofences.loadFences'),
    loadChoices: promisePort<FenceChoices>('geofences.loadChoices'),
    openFence: promisePort<GeofenceDetail, { geoFenceId: number }>('geofences.openFence'),
    drawingKeys: eventPort<DrawingKeyEvent>('geofences.drawingKeys'),
    saveFence: promisePort<SavedFence, FenceForm>('geofences.saveFence'),
    /** Returns the server's text. */
    deleteFence: promisePort<string, { geoFenceId: number }>('geofences.deleteFence'),
  },
  actions: {
    notify: actionPort<Notice>('geofences.notify'),
    /** Commands the draw tool, for the unfinished shape. */
    commandDrawTool: actionPort<{ to: 'undo' | 'redo' | 'finish' | 'drop' }>('geofences.commandDrawTool'),
    setFences: assign(({ context }, { fences }: { fences: readonly GeofenceItem[] }) =>
      withFences(context, fences),
    ),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    forgetFailure: assign({ failure: null }),
    setSaveRefusal: assign(({ context }, { failure }: { failure: Failure }) => withRefusal(context, failure)),
    search: assign((_, { text }: { text: string }) => ({ search: searchText(text), chosenId: null })),
    toggleAll: assign(({ context }) => ({ showsAll: !context.showsAll })),
    choose: assign((_, { geoFenceId }: { geoFenceId: number | null }) => ({
      chosenId: geoFenceId,
      failure: null,
    })),
    beginForm: assign(({ context }, { now }: { now: number }) => beginForm(context, now)),
    setChoices: assign((_, { choices }: { choices: FenceChoices }) => ({ choices })),
    openForm: assign((_, detail: GeofenceDetail) => openForm(detail)),
    dropForm: assign({ ...NO_FORM, failure: null }),
    change: assign(({ context }, { fields }: { fields: Partial<FenceFields> }) =>
      withFields(context, fields),
    ),
    shapeByHand: assign(({ context }, { shape }: { shape: FenceShape }) => withShape(context, shape, null)),
    shapeByFigures: assign(({ context }, { shape, figure }: { shape: FenceShape; figure: string | null }) =>
      withShape(context, shape, figure),
    ),
    removeShape: assign(({ context }) => withShape(context, null, null)),
    undo: assign(({ context }) => withShapeStep(context, undoShape)),
    redo: assign(({ context }) => withShapeStep(context, redoShape)),
    setBegun: assign(({ context }, { tool, corners }: BegunFence) =>
      continueDrawing(context, { tool, corners }),
    ),
    setHasUndoneCorners: assign((_, { canRedo }: { canRedo: boolean }) => ({ hasUndoneCorners: canRedo })),
    forgetUndoneCorners: assign({ hasUndoneCorners: false }),
    dropBegun: assign({ begun: null, refusal: null }),
    setRefusal: assign((_, { fault }: { fault: Fault }) => ({ refusal: fault })),
    holdShift: assign({ isShiftHeld: true }),
    releaseShift: assign({ isShiftHeld: false }),
    chooseTool: assign((_, { tool }: { tool: FenceTool }) => ({ chosenTool: tool })),
    check: assign(({ context }) => checkForm(context)),
  },
  guards: {
    canChange: ({ context }) => canChange(context.role),
    isOutdated: ({ context }) => isOutdated(context),
    isBegun: ({ context }) => context.begun !== null,
    hasUndoneCorners: ({ context }) => context.hasUndoneCorners,
    isUnsaved: ({ context }) => isUnsaved(context),
    isSaving: stateIn('#geofences.form.draft.saving'),
    isShaped: ({ context }) => context.form?.shape != null,
    isShapeless: ({ context }) => context.form?.shape == null,
    isSound: ({ context }) => Object.keys(context.errors).length === 0,
  },
})

/** Events of a form, with a shape or without. */
export const formEvents = fencesSetup.createStateConfig({
  on: {
    'fence.fieldChanged': { actions: { type: 'change', params: ({ event }) => event } },
    'fence.shapeSet': { actions: { type: 'shapeByFigures', params: ({ event }) => event } },
    'drawing.finished': {
      actions: ['dropBegun', { type: 'shapeByHand', params: ({ event }) => event }],
    },
    'drawing.refused': {
      actions: { type: 'setRefusal', params: ({ event }) => event },
    },
    'fence.reload': {
      guard: 'isOutdated',
      target: '#geofences.form.draft.reloading',
      actions: 'forgetFailure',
    },
  },
})

/**
 * Leaving the form: unsaved changes are discarded only after the user confirms. A form whose fence was reloaded meanwhile
 * has no changes and is left.
 */
export const leaving = fencesSetup.createStateConfig({
  initial: 'staying',
  states: {
    staying: {
      on: {
        'fence.cancelled': [
          { guard: 'isSaving' },
          { guard: 'isUnsaved', target: 'askingToList' },
          { target: '#geofences.browsing' },
        ],
        // The draft first drops an unfinished shape.
        'escape.pressed': [
          { guard: 'isBegun' },
          { guard: 'isUnsaved', target: 'askingToList' },
          { target: '#geofences.browsing' },
        ],
        'geofences.close': { guard: 'isUnsaved', target: 'askingToFleet' },
      },
    },
    askingToList: {
      tags: 'asking',
      always: { guard: not('isUnsaved'), target: '#geofences.browsing' },
      on: {
        'fence.discarded': '#geofences.browsing',
        'fence.kept': 'staying',
        'geofences.close': 'askingToFleet',
      },
    },
    askingToFleet: {
      tags: 'asking',
      always: { guard: not('isUnsaved'), target: '#geofences.closed' },
      // A second press on Back neither asks again nor answers.
      on: { 'fence.discarded': '#geofences.closed', 'fence.kept': 'staying', 'geofences.close': {} },
    },
  },
})
