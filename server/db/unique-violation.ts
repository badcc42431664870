/** The name of the constraint or unique index that a statement violated (PostgreSQL's 23505); null for any other failure. */
export const violatedUnique = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && Reflect.get(error, 'code') === '23505'
    ? String(Reflect.get(error, 'constraint'))
    : null
