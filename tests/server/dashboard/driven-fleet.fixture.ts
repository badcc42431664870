import { dayOf } from '#domain/company-time.ts'
import { FIGURE_FIELDS, type Figures } from '#domain/figure-fields.ts'
import { NO_FIGURES } from '#domain/figures.ts'
import { withFleet } from '#tests/kit/server/company-fleet.fixture.ts'

/** The company's day at which the tests began. */
export const TODAY = dayOf(Date.now(), 'Asia/Kolkata')

/** A fleet, and what it takes to say what its vehicles did on whole days and to ask for figures of them. */
export const withDrivenFleet = () => {
  const { backend, ids, own, recent } = withFleet()
  return {
    ...{ backend, ids, own, recent },
    /** Stores what a vehicle did on a day. */
    did: async (registration: string, day: string, figures: Partial<Figures>): Promise<void> => {
      const all: Figures = { ...NO_FIGURES, ...figures }
      const columns = Object.fromEntries(
        Object.entries(FIGURE_FIELDS).map(([name, { column }]) => [column, all[name as keyof Figures]]),
      )
      await backend.database.db
        .insertInto('vehicle_day_figures')
        .values({
          ...{ company_id: ids['company'] ?? 0, vehicle_id: ids[registration] ?? 0, day, driver_id: 0 },
          ...(columns as Record<string, number> as object),
        })
        .execute()
    },
    /** Stores that a vehicle reported the level of its AdBlue on a day. */
    reportedAdblue: async (registration: string, day: string): Promise<void> => {
      await backend.database.db
        .insertInto('vehicle_day_fluid')
        .values({
          ...{ company_id: ids['company'] ?? 0, vehicle_id: ids[registration] ?? 0, day, fluid: 'adblue' },
          ...{ low: 20, mean: 21, high: 22, fixes: 9 },
        })
        .execute()
    },
    /** Asks for figures of whole days, both included. The same is answered from memory for moments. */
    ask: async <T>(name: string, fromDay: string, toDay: string, more: object = {}): Promise<T> => {
      const { body } = await backend.ask('POST', `/api/v3/dashboard/tk3/${name}`, {
        token: own.token,
        body: { fromTsInIST: `${fromDay} 00:00:00`, toTsInIST: `${toDay} 23:59:59`, ...more },
      })
      return body as T
    },
  }
}
