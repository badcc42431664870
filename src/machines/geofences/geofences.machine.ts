import { setup } from 'xstate'
import type { Role } from '#contract/roles.ts'

/** What the geofences can hear. */
export type GeofencesEvent = { type: 'geofences.close' }

/** Who looks at them. */
export type GeofencesInput = { readonly role: Role }

/** Drawing geofences on the map (GEO-14); over when it is closed. */
export const geofencesMachine = setup({
  types: { context: {} as GeofencesInput, events: {} as GeofencesEvent, input: {} as GeofencesInput },
}).createMachine({
  id: 'geofences',
  context: ({ input }) => input,
  initial: 'shown',
  states: { shown: { on: { 'geofences.close': 'closed' } }, closed: { type: 'final' } },
})
