import type { SnapshotFrom } from 'xstate'
import type { AppliedFilter } from '../fleet/list-restoration.logic.ts'
import { isNew, isTouched } from './fleet-filter.logic.ts'
import type { fleetFilterMachine } from './fleet-filter.machine.ts'

type Snapshot = SnapshotFrom<typeof fleetFilterMachine>

/** The picked groups. */
export const selectGroups = ({ context }: Snapshot) => context.draft.groups.entries
/** The picked regions. */
export const selectRegions = ({ context }: Snapshot) => context.draft.regions.entries
/** The speed above which a vehicle is listed, km/h; 0 none. */
export const selectOverSpeed = ({ context }: Snapshot) => context.draft.overSpeed
/** Whether anything is picked (MAP-30). */
export const selectIsTouched = ({ context }: Snapshot) => isTouched(context.draft)
/** Whether the picked filter differs from the one `applied`. */
export const selectIsNew = ({ context }: Snapshot, applied: AppliedFilter | null) =>
  isNew(context.draft, applied)
/** Whether groups can be picked (MAP-29, MAP-33). */
export const selectMayPickGroups = ({ context: { role, draft } }: Snapshot) =>
  role !== 'SUPPORT' && draft.regions.entries.length === 0
/** Whether regions can be picked (MAP-29, MAP-33). */
export const selectMayPickRegions = ({ context: { role, draft } }: Snapshot) =>
  role !== 'SUPPORT' && draft.groups.entries.length === 0
/** Whether groups and regions are for others only (MAP-33). */
export const selectIsOverSpeedOnly = ({ context }: Snapshot) => context.role === 'SUPPORT'
/** The query of the groups. */
export const selectGroupsRequest = ({ children }: Snapshot) => children.groups
/** The query of the regions. */
export const selectRegionsRequest = ({ children }: Snapshot) => children.regions
