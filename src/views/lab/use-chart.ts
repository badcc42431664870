import ELK from 'elkjs/lib/elk-api.js'
import layoutWorkerUrl from 'elkjs/lib/elk-worker.min.js?url'
import { useEffect, useState } from 'react'
import type { AnyStateMachine } from 'xstate'
import { chartOf } from '#src/lab/chart.ts'
import { layOut, type PlacedChart } from '#src/lab/chart-layout.ts'

/** The font of everything in a chart. */
const FONT = '600 13px Barlow, sans-serif'

const createMeasure = () => {
  const canvas = document.createElement('canvas').getContext('2d')
  if (canvas !== null) canvas.font = FONT
  return (text: string): number => canvas?.measureText(text).width ?? text.length * 8
}

let elk: InstanceType<typeof ELK> | undefined
const charts = new Map<AnyStateMachine, Promise<PlacedChart>>()

const placedChartOf = (machine: AnyStateMachine): Promise<PlacedChart> => {
  elk ??= new ELK({ workerUrl: layoutWorkerUrl })
  const placed = charts.get(machine) ?? layOut(chartOf(machine), elk, createMeasure())
  charts.set(machine, placed)
  placed.catch(() => charts.delete(machine))
  return placed
}

/** The chart of a machine; undefined until it is laid out, null where that failed. */
export const useChart = (machine: AnyStateMachine): PlacedChart | null | undefined => {
  const [shown, setShown] = useState<{ machine: AnyStateMachine; chart: PlacedChart | null }>()
  useEffect(() => {
    let isWanted = true
    const show = (chart: PlacedChart | null) => {
      if (isWanted) setShown({ machine, chart })
    }
    placedChartOf(machine).then(show, () => show(null))
    return () => {
      isWanted = false
    }
  }, [machine])
  return shown?.machine === machine ? shown.chart : undefined
}
