import type { ActorRefFrom } from 'xstate'
import type { geofencesMachine } from '#src/machines/geofences/geofences.machine.ts'

export type GeofencesActor = ActorRefFrom<typeof geofencesMachine>
