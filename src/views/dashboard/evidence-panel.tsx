import { Button } from '@mantine/core'
import { IconArrowLeft, IconDownload, IconPlayerPlay } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import type { DashboardEvidence } from '#contract/links/dashboard.ts'
import { driveLinkSearch, PLAYBACK_LINK_PATH } from '#contract/links/playback.ts'
import { fromShownTime } from '#domain/ist.ts'
import { LONGEST_PLAYBACK_DAYS } from '#domain/playback.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { startOfHour } from '#domain/zone-time.ts'
import { areTripsBehind, punctualityBehind, statusBehind } from '#src/machines/dashboard/dashboard.logic.ts'
import { selectDashboardFilter, selectRequestedAt } from '#src/machines/dashboard/dashboard.selectors.ts'
import type { EvidenceRow } from '#src/services/dashboard/figure-store.ts'
import { currentConventions } from '#src/texts/conventions.ts'
import {
  BUCKET,
  COLUMN,
  DASHBOARD,
  EVIDENCE,
  FLEET_STATUS,
  LAST_PERIOD,
  WIDGET,
} from '#src/texts/en/dashboard.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { useServices } from '../kit/app-context.tsx'
import { RetryButton, RouteLink } from '../kit/buttons.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { failureText } from '../kit/failure-text.ts'
import { formatClock, formatDay } from '../kit/formats.ts'
import { usePhone } from '../kit/hooks.ts'
import { ScaleBadge } from '../kit/scale-badge.tsx'
import { Plate } from '../kit/vehicle.tsx'
import {
  type DashboardActor,
  fileName,
  useContentOptions,
  useScopeName,
  useScopeTitle,
  useVehicleName,
  useWidget,
} from './dashboard-hooks.ts'
import classes from './evidence-panel.module.css'
import { evidenceColumns, sortedEvidence } from './evidence-rows.ts'
import { daysLabel } from './figure-texts.ts'
import { NoData } from './no-data.tsx'
import { LISTED_ROWS, RowLimitNote } from './row-limit.tsx'

type Play = { readonly at: number; readonly to: number }

/** The time of a row's playback: its hour, or the trip as far as it is known at `now`; null for others and for trips that have not begun. */
const playOf = ({ hour, trip }: EvidenceRow, now: number): Play | null => {
  if (hour !== null) return { at: hour, to: startOfHour(hour, currentConventions().timeZone) + HOUR_MS }
  const at = fromShownTime(trip?.actualStartDate ?? '')
  if (at === null || at >= now) return null
  const end = fromShownTime(trip?.actualEndDate ?? '') ?? now
  return { at, to: Math.min(end, at + LONGEST_PLAYBACK_DAYS * DAY_MS) }
}

/** The address that plays it back. */
const playbackOf = (vehicleId: number, play: Play): string => {
  const { timeZone } = currentConventions()
  return `${PLAYBACK_LINK_PATH}${driveLinkSearch({ vehicleId, ...play, place: null, timeZone })}`
}

const timeText = (at: number, isOneDay: boolean): string =>
  isOneDay ? formatClock(at) : `${formatDay(at)}, ${formatClock(at)}`

/** The vehicles or trips behind a figure, and the hours of one vehicle, each trip and hour with its playback (DSH-01). */
export const EvidencePanel = ({
  dashboard,
  evidence,
}: {
  dashboard: DashboardActor
  evidence: DashboardEvidence
}) => {
  const { saveTable } = useServices()
  const { selectedPeriod } = useSelector(dashboard, selectDashboardFilter)
  const { answer, failure, isLoading, none, waiting, retry } = useWidget(dashboard, 'rows')
  const nameOf = useVehicleName(dashboard)
  const { today } = useContentOptions(dashboard)
  const status = statusBehind(evidence)
  const scopeName = useScopeName(dashboard)
  const scopeTitle = useScopeTitle(dashboard, status === null ? undefined : EVIDENCE.now)
  const { widget, day, days, vehicleId } = evidence
  // A day has its own time; the period is not what is shown then.
  const scope = day === null ? scopeTitle : scopeName
  const isByHour = vehicleId !== null
  const areTrips = areTripsBehind(evidence)
  const punctuality = punctualityBehind(evidence)
  const now = useSelector(dashboard, selectRequestedAt)
  const columns = evidenceColumns(evidence, answer?.scales)
  const rows = answer === undefined ? [] : sortedEvidence(answer.rows, columns)
  const vehicle = vehicleId === null ? undefined : (rows[0]?.registration ?? nameOf(vehicleId))
  const part = status === null ? punctuality && BUCKET[punctuality] : FLEET_STATUS[status]
  const name = part === null ? WIDGET[widget] : `${WIDGET[widget]}: ${part}`
  const period = day === null ? LAST_PERIOD[selectedPeriod] : daysLabel(day, days, today)
  const time = status === null ? period : EVIDENCE.now
  const title =
    vehicle === undefined
      ? EVIDENCE.title({ widget: name, time })
      : EVIDENCE.titleOf({ vehicle, widget: WIDGET[widget], time })
  const open = (to: number | null) =>
    dashboard.send({ type: 'dashboard.evidenceOpened', evidence: { ...evidence, vehicleId: to } })
  // The button that was pressed is gone with its row.
  const panel = useRef<HTMLDivElement>(null)
  const back = useRef<HTMLButtonElement>(null)
  const focused = useRef(vehicleId)
  useEffect(() => {
    if (focused.current === vehicleId) return
    focused.current = vehicleId
    const to = back.current ?? panel.current
    to?.focus()
  }, [vehicleId])
  const isOneDay = day !== null && days === 1
  const first = isByHour ? COLUMN.hour : COLUMN.vehicle
  const download = () =>
    saveTable(
      fileName(scope, title, today),
      [COLUMN.vehicle, ...(isByHour ? [COLUMN.hour] : []), ...columns.map((column) => column.title)],
      [
        ...rows.map((row) => [
          row.registration ?? '',
          ...(isByHour ? [`${row.date} ${row.hour === null ? '' : formatClock(row.hour)}`] : []),
          ...columns.map(({ text }) => text(row.figures, row)),
        ]),
        ...(waiting === null ? [] : [[waiting]]),
      ],
    )
  return (
    <Dialog
      title={title}
      size={areTrips ? 1120 : 760}
      fullScreen={usePhone()}
      closeName={KIT.close}
      onClose={() => dashboard.send({ type: 'dashboard.evidenceClosed' })}
    >
      <div ref={panel} className={classes['panel']} tabIndex={-1}>
        <div className={classes['head']}>
          {isByHour ? (
            <Button
              ref={back}
              size="xs"
              variant="default"
              leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
              onClick={() => open(null)}
            >
              {widget === 'TRIP_STATUS' ? EVIDENCE.backToTrips : EVIDENCE.back}
            </Button>
          ) : null}
          <p role="status">{vehicle === undefined ? scope : <Plate registration={vehicle} />}</p>
          {columns.map(({ kpi }) =>
            kpi === undefined ? null : <ScaleBadge key={kpi} kpi={kpi} scales={answer?.scales} />,
          )}
          <Button
            size="xs"
            variant="default"
            disabled={rows.length === 0}
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            onClick={download}
          >
            {DASHBOARD.csv}
          </Button>
        </div>
        {waiting === null || none !== null ? null : (
          <p className={classes['waiting']} role="status">
            {waiting}
          </p>
        )}
        {none === null ? null : <NoData>{none}</NoData>}
        {none !== null || failure === null || answer !== undefined ? null : (
          <div className={classes['failed']} role="alert">
            {failureText(failure, DASHBOARD.failedAway)}
            <RetryButton size="xs" variant="default" onRetry={retry}>
              {KIT.retry}
            </RetryButton>
          </div>
        )}
        {none !== null || (failure !== null && answer === undefined) ? null : (
          <div className={classes['rows']}>
            <DataTable
              name={isByHour ? EVIDENCE.hours : areTrips ? EVIDENCE.trips : EVIDENCE.vehicles}
              isLoading={isLoading && answer === undefined}
              rows={rows.slice(0, LISTED_ROWS)}
              keyOf={(row) => `${row.vehicleId} ${row.hour} ${row.trip?.tripId}`}
              columns={[
                {
                  title: first,
                  cell: (row) =>
                    isByHour ? (
                      <b className={classes['hour']}>
                        {row.hour === null ? '' : timeText(row.hour, isOneDay)}
                      </b>
                    ) : (
                      <button
                        type="button"
                        className={classes['vehicle']}
                        aria-label={EVIDENCE.open({ vehicle: row.registration ?? '' })}
                        onClick={() => open(row.vehicleId)}
                      >
                        <Plate registration={row.registration ?? ''} />
                      </button>
                    ),
                },
                ...columns.map(({ title: heading, text }) => ({
                  title: heading,
                  cell: (row: EvidenceRow) => text(row.figures, row),
                })),
                ...(isByHour || areTrips
                  ? [
                      {
                        title: COLUMN.playback,
                        cell: (row: EvidenceRow) => {
                          const play = playOf(row, now)
                          return play === null || row.vehicleId === null ? null : (
                            <RouteLink
                              to={playbackOf(row.vehicleId, play)}
                              className={classes['play']}
                              aria-label={EVIDENCE.play({
                                vehicle: row.registration ?? '',
                                time: timeText(play.at, false),
                              })}
                            >
                              <IconPlayerPlay size={18} stroke={1.75} aria-hidden />
                            </RouteLink>
                          )
                        },
                      },
                    ]
                  : []),
              ]}
            />
          </div>
        )}
        {none === null ? <RowLimitNote all={answer?.all ?? rows.length} downloaded={rows.length} /> : null}
      </div>
    </Dialog>
  )
}
