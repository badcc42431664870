import * as z from 'zod/mini'
import { ADMIN_ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

const Maintenance = z.object({ maintenance: z.boolean() })

export const enableMaintenance = defineCall({
  id: 'enableMaintenance',
  rows: ['API-35', 'API-104', 'TCK-11'],
  method: 'POST',
  path: `${DICV}/enablemaintenance`,
  body: Maintenance,
  reply: Maintenance,
  roles: ADMIN_ROLES,
  scope: 'all',
})

/** Whether the maintenance notice shows; read before login as well (TCK-12, OPEN-80). */
export const maintenanceStatus = defineCall({
  id: 'maintenanceStatus',
  rows: ['API-36', 'API-104', 'TCK-11', 'TCK-12'],
  method: 'GET',
  path: `${DICV}/maintenancestatus`,
  reply: Maintenance,
  roles: 'public',
  scope: 'public',
})
