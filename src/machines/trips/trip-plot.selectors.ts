import type { SnapshotFrom } from 'xstate'
import type { tripPlotMachine } from './trip-plot.machine.ts'

type Snapshot = SnapshotFrom<typeof tripPlotMachine>

/** The vehicle whose route is plotted. */
export const selectPlotVehicleId = ({ context }: Snapshot) => context.vehicleId
/** The plotted route without its points; null while there is none. */
export const selectPlot = ({ context }: Snapshot) => context.plot
/** Whether the route is being loaded for the first time. */
export const selectIsPlotLoading = (snapshot: Snapshot) => snapshot.hasTag('loading')
/** Whether the popup 'No data Available for the selected Vehicle' is shown (PLT-02). */
export const selectPlotHasNoData = (snapshot: Snapshot) => snapshot.hasTag('noData')
/** Why the route could not be loaded; null while all is well. */
export const selectPlotFailure = ({ context }: Snapshot) => context.failure
