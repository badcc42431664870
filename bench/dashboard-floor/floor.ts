// The floor of the dashboard: one file of figures, and the same columns drawn by the same library; nothing else.
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { FloorFigures } from '../dashboard.ts'

const { plots } = (await (await fetch('/dashboard-floor.json')).json()) as FloorFigures
for (const { width, height, labels, values } of plots) {
  const most = Math.max(0, ...values.map((value) => value ?? 0)) || 1
  const paths = uPlot.paths.bars?.({ size: [0.8, 56], radius: 0.08 })
  new uPlot(
    {
      ...{ width, height, legend: { show: false }, cursor: { show: false } },
      scales: {
        x: { time: false, range: () => [-0.5, labels.length - 0.5] },
        y: { range: () => [0, most] },
      },
      axes: [
        {
          ...{ size: 24, grid: { show: false }, ticks: { show: false } },
          splits: () => [...labels.keys()],
          values: (_plot, splits) => splits.map((at) => labels[at] ?? ''),
        },
        { show: false },
      ],
      series: [
        {},
        { stroke: '#36c', fill: '#36c', width: 1, points: { show: false }, ...(paths && { paths }) },
      ],
    },
    [[...labels.keys()], [...values]],
    document.body,
  )
}
