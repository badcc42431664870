/** A check of the maintenance status is due. */
export type MaintenanceDueEvent = { type: 'maintenance.checkDue' }
