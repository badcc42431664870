import {
  type DatabaseConnection,
  Kysely,
  PostgresDriver,
  type TransactionBuilder,
  type TransactionSettings,
} from 'kysely'

/** PostgreSQL's codes for work that conflicted with somebody else's and may be repeated: it could not be serialized, or waited in a circle. */
const LOST_RACE: ReadonlySet<unknown> = new Set(['40001', '40P01'])

/** Whether work failed because of somebody else's at the same time; nothing of it is stored. */
export const isLostRace = (failure: unknown): boolean =>
  failure instanceof Error && 'code' in failure && LOST_RACE.has(failure.code)

const TRIES = 3

const repeated = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work()
    } catch (failure) {
      if (attempt >= TRIES || !isLostRace(failure)) throw failure
    }
}

const repeating = <TTables>(builder: TransactionBuilder<TTables>): TransactionBuilder<TTables> => {
  const execute = builder.execute.bind(builder) as TransactionBuilder<TTables>['execute']
  const setIsolationLevel = builder.setIsolationLevel.bind(builder)
  builder.execute = (callback) => repeated(() => execute(callback))
  builder.setIsolationLevel = (level) => repeating(setIsolationLevel(level))
  return builder
}

/** Kysely whose transactions begin anew where they have lost a race, three times at most: what they do beside the database is done again. */
export class RepeatingKysely<TTables> extends Kysely<TTables> {
  override transaction(): TransactionBuilder<TTables> {
    return repeating(super.transaction())
  }
}

/** Connections on which statements outside of transactions are repeated where they have lost a race. */
export class RepeatingDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>()
  readonly #inTransaction = new WeakSet<DatabaseConnection>()

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    if (!this.#known.has(connection)) {
      this.#known.add(connection)
      const execute = connection.executeQuery.bind(connection) as DatabaseConnection['executeQuery']
      connection.executeQuery = (query) =>
        this.#inTransaction.has(connection) ? execute(query) : repeated(() => execute(query))
    }
    return connection
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings)
    this.#inTransaction.add(connection)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#inTransaction.delete(connection)
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#inTransaction.delete(connection)
    await super.rollbackTransaction(connection)
  }
}
