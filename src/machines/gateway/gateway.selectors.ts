import type { SnapshotFrom } from 'xstate'
import { endingChange } from './gateway.logic.ts'
import type { gatewayMachine } from './gateway.machine.ts'

type Snapshot = SnapshotFrom<typeof gatewayMachine>

/** The gateway as the server knows it; null until it is loaded. */
export const selectGateway = ({ context }: Snapshot) => context.gateway
/** The key that was just made. */
export const selectGatewayKey = ({ context }: Snapshot) => context.gatewayKey
/** Why the last call failed. */
export const selectFailure = ({ context }: Snapshot) => context.failure
/** Whether a call is under way. */
export const selectIsBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
/** The change that the user must confirm, also while it is under way; null if there is none. */
export const selectEnding = ({ context }: Snapshot) => endingChange(context.change)
/** The device for which a vehicle is chosen, also while it is accepted. */
export const selectDevice = ({ context }: Snapshot) => context.device
