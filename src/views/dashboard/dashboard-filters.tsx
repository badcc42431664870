import { FILTER, FILTER_BY_NAME } from '#src/texts/en/filters.ts'
import '@mantine/core/styles/Checkbox.css'
import { ActionIcon, Button, Checkbox, Popover, SegmentedControl } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconLayoutGrid } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { type DashboardFilter, SELECTED_PERIODS, type SelectedPeriod } from '#contract/links/dashboard.ts'
import { FILTER_BY } from '#domain/report-filter.ts'
import {
  selectDashboardChoices,
  selectDashboardFilter,
  selectDidDashboardChoicesFail,
  selectLayout,
} from '#src/machines/dashboard/dashboard.selectors.ts'
import { DASHBOARD, LAST_PERIOD, PERIOD, WIDGET } from '#src/texts/en/dashboard.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { RetryNote } from '../kit/empty-state.tsx'
import { GroupField, PeriodNotice } from '../kit/filter-fields.tsx'
import classes from './dashboard-filters.module.css'
import type { DashboardActor } from './dashboard-hooks.ts'
import { VehiclesField } from './vehicles-field.tsx'

/** Shows and hides widgets, and moves them. Also the way back for those that are hidden. */
const LayoutChooser = ({ dashboard }: { dashboard: DashboardActor }) => {
  const { shown, hidden } = useSelector(dashboard, selectLayout)
  return (
    <Popover position="bottom-end" shadow="md" radius="md" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <Button
          variant="default"
          aria-haspopup="dialog"
          leftSection={<IconLayoutGrid size={18} stroke={1.75} aria-hidden />}
        >
          {DASHBOARD.widgets}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={DASHBOARD.arrange} className={classes['layout'] ?? ''}>
        <ul>
          {[...shown, ...hidden].map((widget) => {
            const place = shown.indexOf(widget)
            const name = WIDGET[widget]
            const move = (to: number) => dashboard.send({ type: 'dashboard.widgetMoved', widget, place: to })
            return (
              <li key={widget}>
                <Checkbox
                  label={name}
                  checked={place !== -1}
                  disabled={place !== -1 && shown.length === 1}
                  onChange={() =>
                    dashboard.send({
                      type: place === -1 ? 'dashboard.widgetShown' : 'dashboard.widgetHidden',
                      widget,
                    })
                  }
                />
                <ActionIcon
                  variant="subtle"
                  color="var(--rb-ink)"
                  aria-label={DASHBOARD.moveUp({ widget: name })}
                  disabled={place <= 0}
                  onClick={() => move(place - 1)}
                >
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="var(--rb-ink)"
                  aria-label={DASHBOARD.moveDown({ widget: name })}
                  disabled={place === -1 || place === shown.length - 1}
                  onClick={() => move(place + 1)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
              </li>
            )
          })}
        </ul>
        <Button variant="default" size="xs" onClick={() => dashboard.send({ type: 'dashboard.layoutReset' })}>
          {DASHBOARD.reset}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Whose figures of which period are shown (DSH-03, DSH-06), and by which widgets. */
export const DashboardFilters = ({ dashboard }: { dashboard: DashboardActor }) => {
  const filter = useSelector(dashboard, selectDashboardFilter)
  const choices = useSelector(dashboard, selectDashboardChoices)
  const didFail = useSelector(dashboard, selectDidDashboardChoicesFail)
  const choose = (change: Partial<DashboardFilter>) =>
    dashboard.send({ type: 'dashboard.filterChosen', change })
  const { filterBy, selectedVehicleIds, groupId, selectedPeriod } = filter
  return (
    <>
      <div className={classes['filters']}>
        {filterBy === 'Vehicle' ? (
          <VehiclesField
            chosen={selectedVehicleIds}
            isLoaded={choices !== null}
            onChoose={(ids) => choose({ selectedVehicleIds: ids })}
          />
        ) : null}
        {filterBy === 'Group' ? (
          <GroupField
            groups={choices?.groups ?? []}
            value={groupId}
            onChoose={(id) => choose({ groupId: id })}
          />
        ) : null}
        {didFail && filterBy !== 'Fleet' ? (
          <RetryNote
            text={FILTER.choicesAway}
            retry={KIT.retry}
            onRetry={() => dashboard.send({ type: 'dashboard.choicesRetried' })}
          />
        ) : null}
        <SegmentedControl
          aria-label={DASHBOARD.scope}
          value={filterBy}
          data={FILTER_BY.map((value) => ({ value, label: FILTER_BY_NAME[value] }))}
          onChange={(value) => choose({ filterBy: value })}
        />
        <SegmentedControl
          aria-label={DASHBOARD.period}
          value={selectedPeriod}
          data={(Object.keys(SELECTED_PERIODS) as SelectedPeriod[]).map((value) => ({
            value,
            label: PERIOD[value],
          }))}
          onChange={(value) => choose({ selectedPeriod: value })}
        />
        <LayoutChooser dashboard={dashboard} />
      </div>
      <PeriodNotice actor={dashboard} period={LAST_PERIOD[selectedPeriod]} />
    </>
  )
}
