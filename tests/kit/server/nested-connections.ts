import { AsyncLocalStorage } from 'node:async_hooks'
import { TransactionBuilder } from 'kysely'
import pg from 'pg'

const current = new AsyncLocalStorage<{ isOpen: boolean }>()

const { execute } = TransactionBuilder.prototype
TransactionBuilder.prototype.execute = async function (this: TransactionBuilder<unknown>, callback) {
  // A test may hold a lock in one while it asks the server.
  const callers = new Error().stack?.split('\n').slice(2) ?? []
  if (callers.find((caller) => !caller.includes('/lost-race.ts'))?.includes('/tests/'))
    return execute.call(this, callback)
  const transaction = { isOpen: true }
  try {
    return await execute.call(this, (trx) => current.run(transaction, () => callback(trx)))
  } finally {
    transaction.isOpen = false
  }
} as typeof execute

const { connect } = pg.Pool.prototype
/**
 * Refuses a connection to whoever holds one in a transaction: as many of them at once as the pool has connections would wait for each
 * other, and everybody for them.
 */
pg.Pool.prototype.connect = function (this: pg.Pool, ...parameters: Parameters<typeof connect>) {
  if (current.getStore()?.isOpen) throw new Error('Within a transaction, ask by the transaction.')
  return connect.apply(this, parameters)
} as typeof connect
