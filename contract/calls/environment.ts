import { Environment } from '../records/environment.ts'
import { defineCall } from './call.ts'

/** The addresses of the backends and the name of the product; read before anything else (SES-48, OPEN-06). */
export const environment = defineCall({
  id: 'environment',
  rows: ['API-123', 'SES-48'],
  method: 'GET',
  path: 'env.json',
  backend: 'root',
  reply: Environment,
  roles: 'public',
  scope: 'public',
})
