import type { ReactNode } from 'react'
import type { DashboardWidget } from '#domain/dashboard.ts'
import { formatNumber } from '../kit/measures.ts'
import { BarChart, CountTiles, Ring, ScoreList, ShareBars, StatusBar } from './charts.tsx'
import { adblueContent, mileageContent, utilizationContent } from './daily-content.ts'
import type { DashboardActor } from './dashboard-hooks.ts'
import { insightContent } from './insight-content.ts'
import { InsightList } from './insight-list.tsx'
import { mdtTip } from './mdt-tip.ts'
import { serviceContent } from './service-content.ts'
import {
  bandTip,
  rpmContent,
  scoreContent,
  speedContent,
  statusContent,
  tripContent,
} from './share-content.ts'
import { WidgetFrame, type WidgetKind } from './widget-frame.tsx'

/** How each widget is made of its answer (DSH-01): another widget is another entry here, and another name in `DASHBOARD_WIDGETS`. */
const KINDS: { readonly [TWidget in DashboardWidget]: WidgetKind<TWidget> } = {
  MILAGE_DAILY: {
    content: mileageContent,
    draw: ({ content: { bars }, name, onOpen }) => <BarChart {...{ name, bars, onOpen }} colour="fuel" />,
    tip: mdtTip,
  },
  ADBLUE_DAILY: {
    content: adblueContent,
    draw: ({ content: { bars }, name, onOpen }) => <BarChart {...{ name, bars, onOpen }} colour="adblue" />,
  },
  UTILIZATION_DAILY: {
    content: utilizationContent,
    draw: ({ content: { bars }, name, onOpen }) => <BarChart {...{ name, bars, onOpen }} colour="accent" />,
  },
  FLEET_STATUS: {
    content: statusContent,
    draw: ({ content: { bars }, name, onOpen }) => <StatusBar {...{ name, bars, onOpen }} />,
    isOfNow: true,
  },
  DRIVING_SCORE: {
    content: scoreContent,
    draw: ({ content: { bars }, name, onOpen }) => <ScoreList {...{ name, bars, onOpen }} />,
  },
  SPEED_BAND: {
    content: speedContent,
    draw: ({ content: { bars }, name, onOpen }) => <ShareBars {...{ name, bars, onOpen }} />,
    tip: () => bandTip('SPEED_BAND'),
  },
  RPM_BAND: {
    content: rpmContent,
    draw: ({ content: { bars }, name, onOpen }) => <ShareBars {...{ name, bars, onOpen }} />,
    tip: () => bandTip('RPM_BAND'),
  },
  FLEET_INSIGHTS: {
    content: insightContent,
    draw: ({ content, answer, name, onOpen }) => (
      <InsightList {...{ answer, onOpen }} name={content.finding ?? name} />
    ),
  },
  TRIP_STATUS: {
    content: tripContent,
    draw: ({ content: { bars }, answer, name, onOpen }) => (
      <Ring {...{ name, bars, onOpen }} total={formatNumber(answer.trips)} />
    ),
  },
  SERVICE_REMINDERS: {
    content: serviceContent,
    draw: ({ content: { bars }, name }) => <CountTiles {...{ name, bars }} />,
    isOfNow: true,
  },
}

/** A widget of the dashboard. */
export const Widget = <TWidget extends DashboardWidget>({
  dashboard,
  widget,
}: {
  dashboard: DashboardActor
  widget: TWidget
}): ReactNode => <WidgetFrame dashboard={dashboard} widget={widget} kind={KINDS[widget]} />
