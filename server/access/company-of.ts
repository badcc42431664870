import { HttpError } from '../http/errors.ts'
import type { Caller } from './caller.ts'

/**
 * The company of a caller.
 * @throws HttpError 403 for the portal's own staff, who have none.
 */
export const companyOf = ({ companyId }: Caller): number => {
  if (companyId === null) throw new HttpError('roleNotAllowed')
  return companyId
}
