import type { ScoringRecord } from '#contract/records/figures.ts'
import type { ChangedScoredAlerts, ScoredAlerts } from '#contract/records/scored-alerts.ts'
import { drivingScoreOf, SCORED_ALERTS, type ScoredAlert, type ScoredBy } from '#domain/driving-score.ts'
import type { Figures } from '#domain/figure-fields.ts'
import type { Caller } from '../access/caller.ts'
import { companyOf } from '../access/company-of.ts'
import type { AlertChoicesRepository } from '../alerts/alert-choices.repository.ts'
import type { ScoredAlertsRepository, StoredScoredAlert } from './scored-alerts.repository.ts'

type Stored = ReadonlyMap<string, StoredScoredAlert>

/** By which alerts scores are: those of the answer, and the company's, which may be the same. */
export type Scoring = {
  readonly record: ScoringRecord
  readonly alerts: ReadonlySet<ScoredAlert>
  readonly companyAlerts: ReadonlySet<ScoredAlert>
}

/** The score of figures with its parts, and the one by the company's alerts. */
export const scoredBy = (figures: Figures, { alerts, companyAlerts }: Scoring) => {
  const { score, category, notScored, parts } = drivingScoreOf(figures, alerts)
  const companyScore = drivingScoreOf(figures, companyAlerts).score
  return { score, category, notScored, parts: [...parts], companyScore }
}

const isScored = (stored: Stored, alert: ScoredAlert): boolean => stored.get(alert)?.isScored ?? true

type Dependencies = {
  readonly scoredAlerts: ScoredAlertsRepository
  readonly choices: Pick<AlertChoicesRepository, 'ofUsers'>
  /** ms UTC. */
  readonly now: () => number
}

/** Which alerts the driving score counts: the company's choice, all of them until it has made one, and each user's enabled ones (DRV-04). */
export const createScoredAlerts = ({ scoredAlerts, choices, now }: Dependencies) => {
  const storedOf = async (companyId: number | null): Promise<Stored> =>
    companyId === null ? new Map() : scoredAlerts.of(companyId)

  const read = async (caller: Caller): Promise<ScoredAlerts> => {
    const stored = await storedOf(companyOf(caller))
    return Object.fromEntries(SCORED_ALERTS.map((alert) => [alert, isScored(stored, alert)])) as ScoredAlerts
  }

  return {
    read,

    /** Chooses for the alerts that are named; one that is so already keeps who chose it. Of two who choose at a time, the last wins. */
    set: async (caller: Caller, changed: ChangedScoredAlerts): Promise<ScoredAlerts> => {
      const known = await read(caller)
      const others = Object.fromEntries(
        SCORED_ALERTS.flatMap((alert) => {
          const wanted = changed[alert]
          return wanted === undefined || wanted === known[alert] ? [] : [[alert, wanted]]
        }),
      )
      await scoredAlerts.add(others, { companyId: companyOf(caller), by: caller.userId, at: now() })
      return read(caller)
    },

    /** By which alerts a caller's scores are. The portal's staff, of no company, have all alerts where a company has its own. */
    scoringOf: async ({ userId, companyId }: Caller, requested: ScoredBy = 'own'): Promise<Scoring> => {
      const [stored, enabled] = await Promise.all([
        storedOf(companyId),
        choices.ofUsers([userId]).then((all) => all.get(userId)),
      ])
      const company = SCORED_ALERTS.filter((alert) => isScored(stored, alert))
      const own = SCORED_ALERTS.filter((alert) => enabled?.has(alert))
      const isSame = own.join() === company.join()
      const by = isSame ? 'company' : requested
      const alerts = by === 'company' ? company : own
      const latest = [...stored.values()].sort((a, b) => b.at - a.at)[0]
      return {
        alerts: new Set(alerts),
        companyAlerts: new Set(company),
        record: {
          ...{ by, isSame, alerts, companyAlerts: company },
          companySet: latest === undefined ? null : { by: latest.by, at: latest.at },
        },
      }
    },
  }
}

export type ScoredAlertsService = ReturnType<typeof createScoredAlerts>
