/** Whether the portal is under maintenance (TCK-11). */
export type MaintenanceStatus = { readonly isOn: boolean }

/** A check of the maintenance status is due. */
export type MaintenanceDueEvent = { type: 'maintenance.checkDue' }
