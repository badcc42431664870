import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { FenceImportContext, FenceImportEvent, FenceImportInput } from './fence-import.machine.ts'
import type { FenceFile, FoundFence } from './fence-import.ports.ts'

const found = (name: string, radiusM: number): FoundFence => ({
  name,
  shape: { kind: 'circle', centre: [77.59, 12.97], radiusM },
  hasRadius: true,
  hasHoles: false,
})
const file: FenceFile = {
  fences: [found('Depot', 500), found('Too small', 5)],
  left: [{ why: 'open', count: 1 }],
  problem: null,
}

/** Everything that can happen to the import of fences. */
export const fenceImportModel: Model<FenceImportContext, FenceImportEvent, FenceImportInput> = {
  inputs: [
    {
      fileId: '1',
      fileName: 'yards.kml',
      now: 1_700_000_000_000,
      taken: ['Entrance'],
      preset: { vehicleIds: [], groupIds: [], regionIds: [], timeZone: DEFAULT_TIME_ZONE },
    },
  ],
  stimuli: [
    { type: 'fenceImport.toggled', at: 0 },
    { type: 'fenceImport.toggled', at: 1 },
    { type: 'fenceImport.renamed', at: 0, name: 'Depot North' },
    { type: 'fenceImport.renamed', at: 0, name: 'Entrance' },
    { type: 'fenceImport.choicesSet', choices: { radiusM: 300, simplifies: true } },
    { type: 'fenceImport.save' },
    { type: 'fenceImport.close' },
    doneOf('file', file),
    doneOf('file', { ...file, fences: [found('Depot', 500), found('Yard', 500)] }),
    doneOf('file', { ...file, fences: [found('Entrance', 500)] }),
    doneOf('save', { geoFenceId: 4, message: 'Saved' }),
    errorOf('file', { name: 'ModuleNotLoaded', message: '' }),
    errorOf('save', { name: 'NetworkFailure', message: '' }),
    errorOf('save', { name: 'CallRefused', message: '', code: 'fenceNameTaken' }),
  ],
  key: ({ offers, choices, failure, file }) => [
    offers.map(({ name, isChosen, isSaved, fault }) => [name, isChosen, isSaved, fault?.code]),
    choices.radiusM,
    failure !== null,
    file !== null,
  ],
  unreachable: {},
}
