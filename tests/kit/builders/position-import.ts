import type { ImportResult, PositionImport } from '#contract/records/position-import.ts'

/** What an import of two positions says. */
export const importResult = (over: Partial<ImportResult> = {}): ImportResult => ({
  read: 3,
  stored: 2,
  duplicate: 0,
  rejected: 1,
  flagged: 0,
  days: 1,
  vehicles: 1,
  newVehicles: 1,
  newNames: ['KA 01 AB 1'],
  isWhole: true,
  unreadable: [],
  leftOut: [],
  questions: [],
  reasons: [{ code: 'timeUnreadable', params: { time: '…' }, times: 1 }],
  lines: [{ line: 4, code: 'timeUnreadable', params: { time: 'yesterday' } }],
  seconds: 0.42,
  firstDrive: {
    vehicleId: 7,
    at: Date.UTC(2026, 10, 10, 6),
    to: Date.UTC(2026, 10, 10, 7),
    lng: 73.8,
    lat: 18.5,
  },
  ...over,
})

/** An upload of the company. */
export const positionImport = (over: Partial<PositionImport> = {}): PositionImport => ({
  importId: '6f8c2d0e-0000-4000-8000-000000000001',
  fileName: 'drives.csv',
  bytes: 3_000_000,
  received: 0,
  startedBy: 'Asha',
  isOwn: true,
  state: 'uploading',
  choices: {
    vehicle: null,
    timeZone: null,
    speedUnit: null,
    gallon: null,
    dateOrder: null,
    placeOrder: null,
  },
  timeZone: 'Asia/Kolkata',
  progress: { phase: 'reading', done: 0, of: 3_000_000 },
  preview: null,
  result: null,
  fault: null,
  ...over,
})
