import type { Group, Region } from '#contract/records/fleet.ts'

/** A group as a choice lists it. */
export type GroupOption = Pick<Group, 'groupId' | 'groupName'>

/** A region as a choice lists it. */
export type RegionOption = Pick<Region, 'regionId' | 'regionName'>
