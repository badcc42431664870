import type { DashboardFilter } from '#contract/links/dashboard.ts'
import {
  DEFAULT_HEALTH_FILTER,
  HEALTH_PATH,
  healthLinkSearch,
  type ServiceList,
} from '#contract/links/health.ts'
import type { FigureAnswers } from '#src/services/dashboard/figure-store.ts'
import { COLUMN, EMPTY, FIGURE, FINDING } from '#src/texts/en/dashboard.ts'
import { SERVICE, SERVICE_LIST } from '#src/texts/en/health.ts'
import { formatDateTime } from '../kit/formats.ts'
import { formatNumber } from '../kit/measures.ts'
import type { Bar, Shown, Tone } from './content.ts'
import type { ContentOptions } from './daily-content.ts'

/** The list of services of the same trucks; undefined for several chosen ones, which fleet health cannot list. */
const listOf = (
  services: ServiceList,
  { selectedVehicleIds, groupId }: DashboardFilter,
): string | undefined => {
  const [vehicleId, ...others] = selectedVehicleIds
  const filter = { ...DEFAULT_HEALTH_FILTER, tab: 'services', services, groupId } as const
  return others.length > 0
    ? undefined
    : `${HEALTH_PATH}${healthLinkSearch({ ...filter, vehicleId: vehicleId ?? null }, null)}`
}

const hintOf = (parts: readonly (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join(' · ') || null

/** Trucks whose service is overdue or due soon, and services that were done in the period (DSH-15). */
export const serviceContent = (
  { vehicles, counts, overdue, dueSoon, done }: FigureAnswers['SERVICE_REMINDERS'],
  { filter, days }: ContentOptions,
): Shown => {
  if (counts.notRecorded === vehicles && counts.done === 0) return { empty: EMPTY.noServices }
  const bar = (list: ServiceList, count: number, tone: Tone, hint: string | null): Bar => {
    // Fleet health lists all that were done, not those of a period: these have another name and lead nowhere.
    const to = list === 'done' ? undefined : listOf(list, filter)
    return {
      label: list === 'done' ? FIGURE.doneIn({ days }) : SERVICE_LIST[list],
      value: count,
      text: formatNumber(count),
      ...{ hint, tone, isOpen: false, evidence: null },
      ...(to === undefined ? {} : { to }),
    }
  }
  const timeOf = (time: number | null): string => (time === null ? SERVICE.never : formatDateTime(time))
  return {
    figure: null,
    finding: FINDING.services({ count: counts.overdue }),
    notes: [],
    bars: [
      bar('overdue', counts.overdue, 'bad', null),
      bar('dueSoon', counts.dueSoon, 'idle', null),
      bar('done', counts.done, 'good', null),
      bar(
        'all',
        vehicles,
        'plain',
        hintOf([
          counts.notRecorded === 0 ? null : FIGURE.unrecorded({ count: counts.notRecorded }),
          counts.notCounted === 0 ? null : FIGURE.uncounted({ count: counts.notCounted }),
        ]),
      ),
    ],
    table: {
      headings: [COLUMN.service, COLUMN.vehicle, SERVICE.last],
      rows: [
        ...overdue.map((each) => [SERVICE_LIST.overdue, each.registrationId, timeOf(each.lastDoneAt)]),
        ...dueSoon.map((each) => [SERVICE_LIST.dueSoon, each.registrationId, timeOf(each.lastDoneAt)]),
        ...done
          .filter(({ undone }) => undone === null)
          .map((each) => [SERVICE_LIST.done, each.registrationId, timeOf(each.doneAt)]),
      ],
    },
  }
}
