import { type ActorRefFrom, assign, setup } from 'xstate'
import type { Fault } from '#contract/errors.ts'
import { type Failure, failureOf, failureParams } from '../kit/failure.ts'
import { promisePort } from '../kit/port.ts'
import {
  DEFAULT_CHOICES,
  type FenceImportChoices,
  formOfOffer,
  nextToSave,
  offersAgain,
  offersOf,
  renamed,
} from './fence-import.logic.ts'
import type { FenceFile, FenceOffer } from './fence-import.ports.ts'
import type { FenceForm, Preset } from './geofences.logic.ts'
import type { SavedFence } from './geofences.ports.ts'

/** Events of the import of fences. */
export type FenceImportEvent =
  | { type: 'fenceImport.toggled'; at: number }
  | { type: 'fenceImport.renamed'; at: number; name: string }
  | { type: 'fenceImport.choicesSet'; choices: FenceImportChoices }
  | { type: 'fenceImport.save' }
  | { type: 'fenceImport.close' }

export type FenceImportInput = {
  readonly fileId: string
  readonly fileName: string
  /** ms UTC, the begin of the fences' validity. */
  readonly now: number
  /** Names of the fences that are there, and whom the new ones watch. */
  readonly taken: readonly string[]
  readonly preset: Preset
}
export type FenceImportContext = FenceImportInput & {
  readonly file: FenceFile | null
  readonly offers: readonly FenceOffer[]
  readonly choices: FenceImportChoices
  readonly failure: Failure | null
}

const withOffer = (
  offers: readonly FenceOffer[],
  at: number,
  changed: Partial<Pick<FenceOffer, 'isChosen' | 'isSaved' | 'fault'>>,
): readonly FenceOffer[] => offers.map((offer, i) => (i === at ? { ...offer, ...changed } : offer))

/** What is wrong with one fence; null where the cause lies elsewhere, and the next fence would fare no better. */
const refusalOf = ({ kind, fields, code, params }: Failure): Fault | null => {
  if (kind !== 'refused' || code === 'fencesFull') return null
  const [first] = fields
  if (first !== undefined) return { code: first.code, params: first.params }
  return code === 'fenceNameTaken' ? { code, params } : null
}

/** The import of fences from a file: its shapes are offered, and the chosen ones saved one after the other. */
export const fenceImportMachine = setup({
  types: {
    context: {} as FenceImportContext,
    events: {} as FenceImportEvent,
    input: {} as FenceImportInput,
    children: {} as { file: 'readFile'; save: 'saveFence' },
    tags: {} as 'reading' | 'saving' | 'ended',
  },
  actors: {
    readFile: promisePort<FenceFile, { fileId: string; fileName: string }>('fenceImport.readFile'),
    saveFence: promisePort<SavedFence, FenceForm>('fenceImport.saveFence'),
  },
  actions: {
    setFile: assign(({ context }, { file }: { file: FenceFile }) => ({
      file,
      offers: offersOf(file.fences, context.choices, context.taken),
    })),
    toggle: assign(({ context: { offers } }, { at }: { at: number }) => ({
      offers: withOffer(offers, at, { isChosen: !offers[at]?.isChosen }),
    })),
    rename: assign(({ context: { offers, taken } }, { at, name }: { at: number; name: string }) => ({
      offers: renamed(offers, at, name, taken),
    })),
    setChoices: assign(({ context }, { choices }: { choices: FenceImportChoices }) => ({
      choices,
      offers: offersAgain(context.offers, choices, context.taken),
    })),
    setSaved: assign(({ context: { offers } }) => ({
      offers: withOffer(offers, nextToSave(offers), { isSaved: true }),
    })),
    setRefused: assign(({ context: { offers, taken } }, { fault }: { fault: Fault }) => {
      const at = nextToSave(offers)
      const { name = '' } = offers[at] ?? {}
      return {
        offers: withOffer(offers, at, { fault }),
        taken: fault.code === 'fenceNameTaken' ? [...taken, name] : taken,
      }
    }),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    clearFailure: assign({ failure: null }),
  },
  guards: {
    canToggle: ({ context: { offers } }, { at }: { at: number }) => offers[at]?.fault === null,
    hasNext: ({ context: { offers } }) => nextToSave(offers) >= 0,
    isOfFence: (_, { failure }: { failure: Failure }) => refusalOf(failure) !== null,
  },
}).createMachine({
  id: 'fenceImport',
  context: ({ input }) => ({
    ...input,
    file: null,
    offers: [],
    choices: DEFAULT_CHOICES,
    failure: null,
  }),
  initial: 'reading',
  on: { 'fenceImport.close': '.closed' },
  states: {
    reading: {
      tags: 'reading',
      invoke: {
        id: 'file',
        src: 'readFile',
        input: ({ context: { fileId, fileName } }) => ({ fileId, fileName }),
        onDone: {
          target: 'choosing',
          actions: { type: 'setFile', params: ({ event }) => ({ file: event.output }) },
        },
        onError: { target: 'choosing', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    choosing: {
      on: {
        'fenceImport.toggled': {
          guard: { type: 'canToggle', params: ({ event }) => event },
          actions: { type: 'toggle', params: ({ event }) => event },
        },
        'fenceImport.renamed': { actions: { type: 'rename', params: ({ event }) => event } },
        'fenceImport.choicesSet': { actions: { type: 'setChoices', params: ({ event }) => event } },
        'fenceImport.save': { guard: 'hasNext', target: 'saving', actions: 'clearFailure' },
      },
    },
    saving: {
      tags: 'saving',
      // Closing waits until the fence that is being saved is told of.
      on: { 'fenceImport.close': {} },
      invoke: {
        id: 'save',
        src: 'saveFence',
        input: ({ context: { offers, now, preset } }) => {
          const at = nextToSave(offers)
          const offer = offers[at]
          if (offer === undefined) throw new Error('There is no fence to save.')
          return formOfOffer(offer, at, now, preset)
        },
        onDone: { target: 'savingNext', actions: 'setSaved' },
        onError: [
          {
            guard: { type: 'isOfFence', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            target: 'savingNext',
            actions: {
              type: 'setRefused',
              params: ({ event }) => ({ fault: refusalOf(failureOf(event.error)) as Fault }),
            },
          },
          { target: 'choosing', actions: { type: 'setFailure', params: failureParams } },
        ],
      },
    },
    savingNext: {
      always: [{ guard: 'hasNext', target: 'saving' }, { target: 'ended' }],
    },
    ended: {
      tags: 'ended',
      on: {
        'fenceImport.renamed': {
          target: 'choosing',
          actions: { type: 'rename', params: ({ event }) => event },
        },
      },
    },
    closed: { type: 'final' },
  },
})

/** The running machine, to read and send to. */
export type FenceImportActor = ActorRefFrom<typeof fenceImportMachine>
