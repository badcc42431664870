import { Button } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useMemo, useSyncExternalStore } from 'react'
import { MAX_ALERT_ROWS } from '#contract/records/alerts.ts'
import {
  selectAlertFilter,
  selectAlertSort,
  selectAlertsFailure,
  selectAlertsFound,
  selectAreAlertsLoading,
  selectCheckedAlerts,
  selectHiddenColumns,
  selectIsAcknowledging,
  selectMayAcknowledge,
  selectOpenAlertId,
} from '#src/machines/alerts/alert-list.selectors.ts'
import { selectAlertList } from '#src/machines/app/app.selectors.ts'
import { ALERT_LIST } from '#src/texts/en/alerts.ts'
import { useAppSelector, useServices } from '../kit/app-context.tsx'
import { BusyButton } from '../kit/buttons.tsx'
import { FailedLoad, NotUpdated } from '../kit/failure-note.tsx'
import { usePhone } from '../kit/hooks.ts'
import { useFocusReturn } from '../kit/side-panel.tsx'
import {
  alertColumns,
  alertRows,
  sortedRows,
  type TableRow,
  vehicleColumns,
  vehicleRows,
} from './alert-columns.ts'
import { AlertFilters, type AlertListActor, AlertTypes } from './alert-filters.tsx'
import { AlertPanel } from './alert-panel.tsx'
import { AlertTable } from './alert-table.tsx'
import classes from './alerts-screen.module.css'

const NOBODY: ReadonlySet<number> = new Set()

/** What the list shows, in its order. */
const useShown = (alerts: AlertListActor) => {
  const { alertStore } = useServices()
  const {
    rows: listed,
    byVehicle,
    arrived,
  } = useSyncExternalStore(alertStore.subscribe, alertStore.getSnapshot)
  const filter = useSelector(alerts, selectAlertFilter)
  const sort = useSelector(alerts, selectAlertSort)
  const isVehicleWise = filter.alerts === 'Vehicle Wise'
  const { reportType } = filter
  const columnsOf = isVehicleWise ? vehicleColumns : alertColumns
  const rows = useMemo(() => {
    const all = isVehicleWise ? vehicleRows(byVehicle, reportType) : alertRows(listed)
    const column = columnsOf(reportType).find(({ name }) => name === sort?.column)
    return sortedRows(all, column, sort?.isDescending ?? false)
  }, [isVehicleWise, columnsOf, byVehicle, reportType, listed, sort])
  // Anew each time, since their headings change with the language.
  const columns = columnsOf(reportType)
  return { filter, sort, columns, rows, byVehicle, arrived: isVehicleWise ? NOBODY : arrived, isVehicleWise }
}

const Found = ({ alerts }: { alerts: AlertListActor }) => {
  const found = useSelector(alerts, selectAlertsFound)
  const isVehicleWise = useSelector(alerts, selectAlertFilter).alerts === 'Vehicle Wise'
  return (
    <p className={classes['found']} role="status">
      {found === null
        ? null
        : ALERT_LIST.summary({ total: found.total, unacknowledged: found.unacknowledged })}
      {found === null ||
      isVehicleWise ||
      found.shown < MAX_ALERT_ROWS ||
      found.shown >= found.total ? null : (
        <> {ALERT_LIST.limited({ shown: found.shown, total: found.total })}</>
      )}
    </p>
  )
}

const Chosen = ({ alerts }: { alerts: AlertListActor }) => {
  const checked = useSelector(alerts, selectCheckedAlerts)
  const isBusy = useSelector(alerts, selectIsAcknowledging)
  return checked.length === 0 ? null : (
    <div className={classes['chosen']}>
      <BusyButton
        busy={isBusy}
        onClick={() => alerts.send({ type: 'alertList.acknowledged', alertIds: checked })}
      >
        {ALERT_LIST.acknowledgeChosen({ count: checked.length })}
      </BusyButton>
      <Button variant="default" onClick={() => alerts.send({ type: 'alertList.checked', alertIds: [] })}>
        {ALERT_LIST.chooseNone}
      </Button>
    </div>
  )
}

const List = ({ alerts }: { alerts: AlertListActor }) => {
  const isPhone = usePhone()
  const { filter, sort, columns, rows, byVehicle, arrived, isVehicleWise } = useShown(alerts)
  const isLoading = useSelector(alerts, selectAreAlertsLoading)
  const failure = useSelector(alerts, selectAlertsFailure)
  const isFound = useSelector(alerts, selectAlertsFound) !== null
  const hidden = useSelector(alerts, selectHiddenColumns)
  const openId = useSelector(alerts, selectOpenAlertId)
  const checked = useSelector(alerts, selectCheckedAlerts)
  const mayAcknowledge = useSelector(alerts, selectMayAcknowledge)
  const visible = columns.filter(({ name }, at) => at === 0 || !hidden.includes(name))
  const open = (row: TableRow) =>
    row.alert === null
      ? alerts.send({
          type: 'alertList.filterChosen',
          change: { alerts: 'Alert Wise', alertsFor: 'Vehicle', alertsForId: row.id },
        })
      : alerts.send({ type: 'alertList.alertOpened', alertId: row.id })
  const place = useFocusReturn(openId !== null)
  return (
    <>
      <div className={classes['head']}>
        <h1>{ALERT_LIST.title}</h1>
        <Found alerts={alerts} />
        <AlertFilters alerts={alerts} columns={columns} areCards={isPhone} />
      </div>
      <AlertTypes alerts={alerts} byVehicle={byVehicle} />
      <Chosen alerts={alerts} />
      {isFound ? <NotUpdated failure={failure} /> : null}
      <div className={classes['content']} ref={place} tabIndex={-1}>
        {failure !== null && !isFound ? (
          <FailedLoad
            failure={failure}
            away={ALERT_LIST.failedAway}
            className={classes['failed']}
            onRetry={() => alerts.send({ type: 'alertList.retry' })}
          />
        ) : (
          <AlertTable
            key={`${filter.alerts} ${filter.reportType}`}
            name={ALERT_LIST.title}
            columns={visible}
            rows={rows}
            openId={openId}
            sort={sort}
            arrived={arrived}
            isLoading={isLoading}
            acknowledging={
              mayAcknowledge && !isVehicleWise
                ? {
                    checked: new Set(checked),
                    onCheck: (alertIds) => alerts.send({ type: 'alertList.checked', alertIds }),
                    onAcknowledge: (alertIds) => alerts.send({ type: 'alertList.acknowledged', alertIds }),
                  }
                : null
            }
            onSort={(column) => alerts.send({ type: 'alertList.sorted', column })}
            onOpen={open}
          />
        )}
        {openId === null ? null : <AlertPanel alerts={alerts} alertId={openId} />}
      </div>
    </>
  )
}

/** The alert list (ALR-33 to ALR-35). */
const AlertsScreen = () => {
  const alerts = useAppSelector(selectAlertList)
  return (
    <div className={classes['screen']} tabIndex={-1}>
      {alerts === undefined ? null : <List alerts={alerts} />}
    </div>
  )
}

export default AlertsScreen
