import * as z from 'zod/mini'

const Member = z.object({ vehicleId: z.number(), registrationId: z.string() })

/** A group and its vehicles (MAP-23). */
export const Group = z.object({ groupId: z.number(), groupName: z.string(), vehicles: z.array(Member) })
export type Group = z.infer<typeof Group>

/** A region and its vehicles (MAP-23). */
export const Region = z.object({ regionId: z.number(), regionName: z.string(), vehicles: z.array(Member) })
export type Region = z.infer<typeof Region>
