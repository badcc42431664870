import { expressionBuilder, type Kysely, sql } from 'kysely'
import { GOES_ON_S } from '#domain/silence.ts'
import type { Tables } from '../db/tables.ts'
import type { AlertEvidence } from '../rules/types.ts'
import { type HeldRule, wasRaisedBy } from './alert-choices.repository.ts'

/**
 * Which alerts are read: of these vehicles and rules, in a range in ms UTC, `to` not included, by their own time or, of those that users are
 * told of, by when they were stored.
 */
export type AlertQuery = {
  /** Null for those of all companies. */
  readonly companyId: number | null
  readonly vehicleIds: readonly number[]
  /** Those among them with one of these chassis numbers; empty for all of them. */
  readonly vins: readonly string[]
  readonly rules: readonly HeldRule[]
  readonly from: number
  readonly to: number
  readonly by: 'time' | 'stored_at'
}

/** Figures of types that are viewed by vehicle: m, s, km/h and 1/min (ALR-20, ALR-22, ALR-24). */
const figureOf = (figure: string) => sql`(alert.detail->'figures'->>${figure})::float8`
const sumOf = (figure: string) => sql<number | null>`sum(${figureOf(figure)})`
const maxOf = (figure: string) => sql<number | null>`max(${figureOf(figure)})`
const noFigure = (_figure: string) => sql<number | null>`null::float8`

const isInQuery = ({ companyId, vehicleIds, vins, rules, from, to, by }: AlertQuery) => {
  const eb = expressionBuilder<Tables, 'alert' | 'vehicle'>()
  return eb.and([
    ...(companyId === null ? [] : [eb('alert.company_id', '=', companyId)]),
    eb('alert.vehicle_id', '=', sql<number>`any(${[...vehicleIds]}::integer[])`),
    ...(vins.length === 0 ? [] : [eb('vehicle.vin', '=', sql<string>`any(${[...vins]}::text[])`)]),
    wasRaisedBy(rules),
    eb(`alert.${by}`, '>=', new Date(from)),
    eb(`alert.${by}`, '<', new Date(to)),
    ...(by === 'stored_at' ? [eb('alert.is_news', '=', true)] : []),
  ])
}

/** Reads stored alerts with their vehicle and who acknowledged them, and writes who does. */
export const createAlertReadsRepository = ({ db }: { db: Kysely<Tables> }) => {
  const found = (query: AlertQuery) =>
    db.selectFrom('alert').innerJoin('vehicle', 'vehicle.id', 'alert.vehicle_id').where(isInQuery(query))

  const rows = () =>
    db
      .selectFrom('alert')
      .innerJoin('vehicle', 'vehicle.id', 'alert.vehicle_id')
      .leftJoin('app_user', 'app_user.id', 'alert.acknowledged_by')
      .leftJoin('latest_fix', (join) =>
        join
          .onRef('latest_fix.vehicle_id', '=', 'alert.vehicle_id')
          .onRef('latest_fix.company_id', '=', 'alert.company_id'),
      )
      .selectAll('alert')
      .select(['vehicle.registration', 'vehicle.vin', 'vehicle.model', 'app_user.user_name'])
      .select('latest_fix.time as seen')

  return {
    /** The newest alerts that are not withdrawn, at most `limit`. */
    newest: (query: AlertQuery, limit: number) =>
      rows()
        .where(isInQuery(query))
        .where('alert.withdrawn_at', 'is', null)
        .orderBy('alert.time', 'desc')
        .orderBy('alert.id', 'desc')
        .limit(limit)
        .execute(),
    count: async (query: AlertQuery): Promise<number> => {
      const { count } = await found(query)
        .where('alert.withdrawn_at', 'is', null)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    /**
     * How many alerts there are of each vehicle and type, in the order of the registrations, and, if asked for, their summed figures,
     * which take several times as long.
     */
    counts: (query: AlertQuery, withFigures: boolean) => {
      const [sum, max] = withFigures ? [sumOf, maxOf] : [noFigure, noFigure]
      return found(query)
        .where('alert.withdrawn_at', 'is', null)
        .groupBy(['vehicle.id', 'alert.type'])
        .orderBy('vehicle.registration')
        .select([
          'vehicle.id as vehicle_id',
          'vehicle.registration',
          'vehicle.vin',
          'vehicle.model',
          'alert.type',
          sql<number>`count(*)::integer`.as('count'),
          sql<number>`(count(*) filter (where alert.acknowledged_at is null))::integer`.as('unacknowledged'),
          sum('distanceM').as('distance_m'),
          sum('durationS').as('duration_s'),
          sum('atMaxS').as('at_max_s'),
          max('maxSpeed').as('max_speed'),
          max('maxRpm').as('max_rpm'),
        ])
        .execute()
    },
    /**
     * Whether one of them was stored, changed, withdrawn or acknowledged at a time (ms UTC) or after it, or since then is not known to go on
     * at `now` because its vehicle is silent.
     */
    isChanged: async (query: AlertQuery, since: number, now: number): Promise<boolean> => {
      const types = Object.keys(GOES_ON_S)
      const row = await found(query)
        .where(
          sql<boolean>`(greatest(alert.changed_at, alert.withdrawn_at, alert.acknowledged_at) >= ${new Date(since)}
            or alert.ended is null and exists (
              select from latest_fix l join unnest(${types}::text[], ${Object.values(GOES_ON_S)}::float8[]) as k(type, seconds)
                on k.type = alert.type
              where l.company_id = alert.company_id and l.vehicle_id = alert.vehicle_id
                and l.time + k.seconds * interval '1 second' between ${new Date(since)} and ${new Date(now)}))`,
        )
        .select('alert.id')
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    /** An alert, also one that is withdrawn; undefined if there is none. */
    byId: (id: number) => rows().where('alert.id', '=', String(id)).executeTakeFirst(),
    /**
     * Acknowledges those of the alerts that nobody has acknowledged yet and that are not withdrawn, of these vehicles. Of two who do so
     * at once, the first one counts.
     */
    acknowledge: async (
      ids: readonly number[],
      { vehicleIds, by, at }: { vehicleIds: readonly number[]; by: number; at: number },
    ) => {
      const isOne = sql<boolean>`alert.id = any(${ids.map(String)}::bigint[]) and alert.vehicle_id = any(${[...vehicleIds]}::integer[])`
      await db
        .updateTable('alert')
        .set({ acknowledged_at: new Date(at), acknowledged_by: by })
        .where(isOne)
        .where('acknowledged_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .execute()
      return rows().where(isOne).where('alert.acknowledged_at', 'is not', null).execute()
    },
  }
}

export type AlertReadsRepository = ReturnType<typeof createAlertReadsRepository>

/** An alert with its vehicle, and the name of who acknowledged it. */
export type StoredAlert = NonNullable<Awaited<ReturnType<AlertReadsRepository['byId']>>>

/** What is stored as the evidence of an alert. */
export const evidenceOf = ({ detail }: Pick<StoredAlert, 'detail'>): AlertEvidence => detail as AlertEvidence
