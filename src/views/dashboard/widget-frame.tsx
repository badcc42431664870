import '@mantine/core/styles/Divider.css'
import '@mantine/core/styles/Menu.css'
import '@mantine/core/styles/Skeleton.css'
import { ActionIcon, Menu, Skeleton, Tooltip } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconDownload,
  IconEyeOff,
  IconGripVertical,
  IconInfoCircle,
  IconPhoto,
  IconTable,
} from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { type ReactNode, useRef } from 'react'
import type { DashboardEvidence } from '#contract/links/dashboard.ts'
import type { DashboardWidget } from '#domain/dashboard.ts'
import {
  selectDashboardFilter,
  selectLayout,
  selectTable,
} from '#src/machines/dashboard/dashboard.selectors.ts'
import type { FigureAnswers } from '#src/services/dashboard/figure-store.ts'
import { DASHBOARD, FINDING, LAST_PERIOD, WIDGET } from '#src/texts/en/dashboard.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { useServices } from '../kit/app-context.tsx'
import { IconButton, RetryButton } from '../kit/buttons.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { failureText } from '../kit/failure-text.ts'
import { formatClock } from '../kit/formats.ts'
import { scaleText } from '../kit/kpis.ts'
import { ScaleBadge } from '../kit/scale-badge.tsx'
import { ScoredByNote, scoredByText } from '../kit/scored-by.tsx'
import { isEmpty, type Shown, type WidgetContent } from './content.ts'
import type { ContentOptions } from './daily-content.ts'
import {
  type DashboardActor,
  fileName,
  useContentOptions,
  useScopeTitle,
  useWidget,
  WIDTHS,
} from './dashboard-hooks.ts'
import { NoData } from './no-data.tsx'
import { LISTED_ROWS, RowLimitNote } from './row-limit.tsx'
import classes from './widget-frame.module.css'
import { widgetPicture } from './widget-picture.ts'

/** How a widget is made of its answer. */
export type WidgetKind<TWidget extends DashboardWidget> = {
  readonly content: (answer: FigureAnswers[TWidget], options: ContentOptions) => Shown
  readonly draw: (parts: {
    content: WidgetContent
    answer: FigureAnswers[TWidget]
    name: string
    onOpen: (evidence: DashboardEvidence) => void
  }) => ReactNode
  /** It shows what is so now, whatever the period. */
  readonly isOfNow?: true
  /** A tooltip beside the name. */
  readonly tip?: () => string
}

type Props<TWidget extends DashboardWidget> = {
  readonly dashboard: DashboardActor
  readonly widget: TWidget
  readonly kind: WidgetKind<TWidget>
}

/** What a dragged widget is carried as. The menu moves widgets by keyboard. */
const DRAGGED = 'text/x-widget'

const Actions = ({
  dashboard,
  widget,
  content,
  waiting,
  onPicture,
}: {
  dashboard: DashboardActor
  widget: DashboardWidget
  content: WidgetContent | null
  /** That its figures will rise. */
  waiting: string | null
  onPicture: () => void
}) => {
  const { saveTable } = useServices()
  const { shown } = useSelector(dashboard, selectLayout)
  const isTable = useSelector(dashboard, selectTable) === widget
  const { today } = useContentOptions(dashboard)
  const title = useScopeTitle(dashboard)
  const name = WIDGET[widget]
  const place = shown.indexOf(widget)
  const move = (to: number) => dashboard.send({ type: 'dashboard.widgetMoved', widget, place: to })
  return (
    <div className={classes['actions']}>
      <IconButton
        quiet
        icon={IconTable}
        name={`${DASHBOARD.table}: ${name}`}
        pressed={isTable}
        disabled={content === null}
        onPress={() => dashboard.send({ type: 'dashboard.tableToggled', widget })}
      />
      <Menu position="bottom-end" shadow="md" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="var(--rb-ink)"
            size={34}
            aria-label={DASHBOARD.more({ widget: name })}
          >
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            disabled={content === null}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              content !== null &&
              saveTable(
                fileName(title, name, today),
                content.table.headings,
                waiting === null ? content.table.rows : [...content.table.rows, [waiting]],
              )
            }
          >
            {DASHBOARD.csv}
          </Menu.Item>
          <Menu.Item
            disabled={content === null}
            leftSection={<IconPhoto size={16} aria-hidden />}
            onClick={onPicture}
          >
            {DASHBOARD.png}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            disabled={place === 0}
            leftSection={<IconArrowUp size={16} aria-hidden />}
            onClick={() => move(place - 1)}
          >
            {DASHBOARD.moveUp({ widget: name })}
          </Menu.Item>
          <Menu.Item
            disabled={place === shown.length - 1}
            leftSection={<IconArrowDown size={16} aria-hidden />}
            onClick={() => move(place + 1)}
          >
            {DASHBOARD.moveDown({ widget: name })}
          </Menu.Item>
          <Menu.Item
            disabled={shown.length === 1}
            leftSection={<IconEyeOff size={16} aria-hidden />}
            onClick={() => dashboard.send({ type: 'dashboard.widgetHidden', widget })}
          >
            {DASHBOARD.hide}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

/** A widget in its place: it loads, is empty, fails and ages without moving what is around it. */
export const WidgetFrame = <TWidget extends DashboardWidget>({ dashboard, widget, kind }: Props<TWidget>) => {
  const { saveFile } = useServices()
  const { held, isLoading, isGone, failure, answer, none, waiting, retry } = useWidget(dashboard, widget)
  const { selectedPeriod } = useSelector(dashboard, selectDashboardFilter)
  const isTable = useSelector(dashboard, selectTable) === widget
  const options = useContentOptions(dashboard)
  const scope = useScopeTitle(dashboard)
  const card = useRef<HTMLElement>(null)
  const name = WIDGET[widget as DashboardWidget]
  const { shown: order } = useSelector(dashboard, selectLayout)
  const shown = none !== null ? { empty: none } : answer === undefined ? null : kind.content(answer, options)
  const content = shown === null || isEmpty(shown) ? null : shown
  const scoring = answer !== undefined && 'scoring' in answer ? answer.scoring : undefined
  const scales = answer !== undefined && 'scales' in answer ? answer.scales : undefined
  const isOld = held !== null && !isGone && (isLoading || failure !== null)
  const unknown = kind.isOfNow ? name : FINDING.none({ widget: name, period: LAST_PERIOD[selectedPeriod] })
  const finding = content?.finding ?? unknown
  const open = (evidence: DashboardEvidence) => dashboard.send({ type: 'dashboard.evidenceOpened', evidence })
  const savePicture = async () => {
    if (card.current === null || content === null) return
    const { bars, table, notes, figure, kpi } = content
    const scale = kpi && scales?.[kpi]
    const lines = [
      scope,
      ...(figure === null ? [] : [`${figure.figure} ${figure.unit}`]),
      ...(scale ? [scaleText(kpi, scale)] : []),
      ...(scoring === undefined || scoring.isSame ? [] : [scoredByText(scoring)]),
      ...notes,
      ...(waiting === null ? [] : [waiting]),
    ]
    const picture = await widgetPicture(card.current, { title: finding, lines, bars, rows: table.rows })
    if (picture !== null) saveFile(picture, `${fileName(scope, name, options.today)}.png`)
  }
  return (
    <section
      ref={card}
      className={classes['card']}
      aria-label={name}
      aria-busy={isLoading}
      data-width={WIDTHS[widget]}
      data-widget={widget}
      data-old={isOld || undefined}
      tabIndex={-1}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
      }}
      onDrop={(event) => {
        const dragged = order.find((each) => each === event.dataTransfer.getData(DRAGGED))
        if (dragged === undefined) return
        event.preventDefault()
        dashboard.send({ type: 'dashboard.widgetMoved', widget: dragged, place: order.indexOf(widget) })
      }}
    >
      <div className={classes['head']}>
        <p className={classes['name']}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a handle for the mouse; the menu moves widgets by keyboard. */}
          <span
            className={classes['grip']}
            draggable
            title={DASHBOARD.moveHere({ widget: name })}
            onDragStart={({ dataTransfer }) => {
              dataTransfer.setData(DRAGGED, widget)
              if (card.current !== null) dataTransfer.setDragImage(card.current, 24, 24)
            }}
          >
            <IconGripVertical size={16} stroke={1.75} aria-hidden />
          </span>
          {name}
          {kind.tip === undefined ? null : (
            <Tooltip
              label={kind.tip()}
              events={{ hover: true, focus: true, touch: true }}
              multiline
              maw={260}
            >
              <button type="button" className={classes['tip']} aria-label={kind.tip()}>
                <IconInfoCircle size={16} stroke={1.75} aria-hidden />
              </button>
            </Tooltip>
          )}
          {content?.kpi === undefined ? null : <ScaleBadge kpi={content.kpi} scales={scales} />}
          {held === null ? null : (
            <span className={classes['asOf']}>{DASHBOARD.asOf({ time: formatClock(held.answeredAt) })}</span>
          )}
        </p>
        <Actions
          dashboard={dashboard}
          widget={widget}
          content={content}
          waiting={waiting}
          onPicture={() => void savePicture()}
        />
        <h2>{finding}</h2>
      </div>
      {failure !== null && held !== null && !isGone ? (
        <div className={classes['note']} role="alert">
          {failureText(failure, DASHBOARD.failedKept)}
          <RetryButton size="compact-xs" variant="default" onRetry={retry}>
            {KIT.retry}
          </RetryButton>
        </div>
      ) : null}
      {scoring === undefined ? null : (
        <ScoredByNote
          scoring={scoring}
          onChoose={(scoredBy) => dashboard.send({ type: 'dashboard.filterChosen', change: { scoredBy } })}
        />
      )}
      {waiting === null || content === null ? null : (
        <p className={classes['waiting']} role="status">
          {waiting}
        </p>
      )}
      <div className={classes['body']}>
        {shown === null ? (
          failure === null ? (
            <div
              className={classes['skeleton']}
              role="status"
              aria-label={DASHBOARD.loading({ widget: name })}
            >
              <Skeleton height={30} width="38%" />
              <Skeleton height="100%" />
            </div>
          ) : (
            <div className={classes['failed']} role="alert">
              {failureText(failure, DASHBOARD.failedAway)}
              <RetryButton size="xs" variant="default" onRetry={retry}>
                {KIT.retry}
              </RetryButton>
            </div>
          )
        ) : isEmpty(shown) ? (
          <NoData>{shown.empty}</NoData>
        ) : isTable ? (
          <>
            <div className={classes['table']}>
              <DataTable
                name={`${DASHBOARD.table}: ${name}`}
                columns={shown.table.headings.map((title, i) => ({
                  title,
                  cell: (row: readonly string[]) => {
                    const text = row[i] ?? ''
                    const evidence = i === 0 ? shown.table.opens?.[shown.table.rows.indexOf(row)] : undefined
                    return evidence === undefined ? (
                      text
                    ) : (
                      <button
                        type="button"
                        className={classes['open']}
                        aria-label={DASHBOARD.showEvidence({ label: text, value: row[1] ?? '' })}
                        onClick={() => open(evidence)}
                      >
                        {text}
                      </button>
                    )
                  },
                }))}
                rows={shown.table.rows.slice(0, LISTED_ROWS)}
                keyOf={(row) => row.join()}
                isLoading={false}
              />
            </div>
            <RowLimitNote all={shown.table.rows.length} />
          </>
        ) : (
          <>
            {shown.figure === null && shown.notes.length === 0 ? null : (
              <p className={classes['figure']} data-notes={shown.figure === null || undefined}>
                {shown.figure === null ? null : (
                  <>
                    <b>{shown.figure.figure}</b> {shown.figure.unit}
                  </>
                )}
                {shown.notes.length === 0 ? null : <small>{shown.notes.join(' · ')}</small>}
              </p>
            )}
            {answer === undefined
              ? null
              : kind.draw({
                  ...{ content: shown, answer, name },
                  onOpen: open,
                })}
          </>
        )}
      </div>
    </section>
  )
}
