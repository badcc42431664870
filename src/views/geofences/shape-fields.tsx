import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useState, useSyncExternalStore } from 'react'
import type { FenceShape } from '#contract/records/fence-shape.ts'
import {
  selectFaults,
  selectIsBegun,
  selectRefusal,
  selectShape,
  selectTool,
} from '#src/machines/geofences/geofences.selectors.ts'
import { useServices } from '../kit/app-context.tsx'
import { FenceNote } from './fence-failure.tsx'
import { formatMetres, shapeWords } from './fence-figures.ts'
import type { GeofencesActor } from './geofences.actor.ts'
import classes from './geofences.module.css'
import { GEOFENCES } from './geofences.text.ts'

/** A circle that is placed without the pointer reaches over this part of a map tile; in metres it stays within these. */
const PLACED = { part: 0.1, least: 100, most: 20_000 } as const
const ROUND_M = 40_030_230

/** A figure that is typed or stepped with the arrow keys; what is no number yet is not told. */
const FigureField = ({
  label,
  value,
  step,
  fault,
  onFigure,
}: {
  label: string
  value: number
  step: number
  fault: string | undefined
  onFigure: (value: number) => void
}) => {
  const [text, setText] = useState<string | null>(null)
  return (
    <TextInput
      type="number"
      inputMode="decimal"
      label={label}
      step={step}
      value={text ?? String(value)}
      error={fault ?? null}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        if (currentTarget.value !== '' && Number.isFinite(currentTarget.valueAsNumber))
          onFigure(currentTarget.valueAsNumber)
      }}
      onBlur={() => setText(null)}
    />
  )
}

type Circle = Extract<FenceShape, { kind: 'circle' }>

const CircleFigures = ({ fences, circle }: { fences: GeofencesActor; circle: Circle }) => {
  const faults = useSelector(fences, selectFaults)
  const { centre, radiusM } = circle
  const set = (changed: Partial<Circle>) =>
    fences.send({ type: 'fence.shapeSet', shape: { ...circle, ...changed } })
  return (
    <div className={classes['figures']}>
      <FigureField
        label={GEOFENCES.latitude}
        value={centre[1]}
        step={0.001}
        fault={faults.geoFenceCircleLatitude}
        onFigure={(lat) => set({ centre: [centre[0], lat] })}
      />
      <FigureField
        label={GEOFENCES.longitude}
        value={centre[0]}
        step={0.001}
        fault={faults.geoFenceCircleLongitude}
        onFigure={(lng) => set({ centre: [lng, centre[1]] })}
      />
      <FigureField
        label={GEOFENCES.radiusM}
        value={radiusM}
        step={50}
        fault={faults.geoFenceCircleRadiusInMeters}
        onFigure={(metres) => set({ radiusM: metres })}
      />
    </div>
  )
}

const Shaped = ({ fences, shape }: { fences: GeofencesActor; shape: FenceShape }) => {
  const fault = useSelector(fences, selectFaults).geoFencePolygonCoordinates
  return (
    <>
      <div className={classes['shapeLine']}>
        <b>{shapeWords(shape)}</b>
        <Button size="compact-sm" variant="default" onClick={() => fences.send({ type: 'fence.redraw' })}>
          {GEOFENCES.redraw}
        </Button>
      </div>
      {shape.kind === 'circle' ? <CircleFigures fences={fences} circle={shape} /> : null}
      {fault === undefined ? null : <FenceNote>{fault}</FenceNote>}
      <p className={classes['note']}>
        {shape.kind === 'circle' ? GEOFENCES.changeCircle : GEOFENCES.changePolygon}
      </p>
    </>
  )
}

/** What is begun, in figures that go with the pointer. */
const BegunFigures = () => {
  const { begun: store } = useServices().fences
  const begun = useSyncExternalStore(store.subscribe, store.getSnapshot)
  if (begun === null) return null
  return (
    <output className={classes['begun']}>
      {begun.tool === 'polygon'
        ? GEOFENCES.corners(begun.corners)
        : GEOFENCES.radius(formatMetres(begun.radiusM ?? 0))}
    </output>
  )
}

const Unshaped = ({ fences }: { fences: GeofencesActor }) => {
  const { map } = useServices()
  const tool = useSelector(fences, selectTool)
  const isBegun = useSelector(fences, selectIsBegun)
  const missing = useSelector(fences, selectFaults).geoFenceCircleLatitude
  const placeHere = () => {
    const { centre, zoom } = map.drawn().camera
    const across = (ROUND_M * Math.cos((centre[1] * Math.PI) / 180) * PLACED.part) / 2 ** zoom
    const radiusM = Math.round(Math.min(PLACED.most, Math.max(PLACED.least, across)) / 10) * 10
    const [lng, lat] = centre.map((degrees) => Number(degrees.toFixed(6)))
    fences.send({
      type: 'fence.shapeSet',
      shape: { kind: 'circle', centre: [lng ?? 0, lat ?? 0], radiusM },
    })
  }
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={GEOFENCES.tool}
        value={tool}
        disabled={isBegun}
        data={[
          { value: 'circle', label: GEOFENCES.circle },
          { value: 'polygon', label: GEOFENCES.polygon },
        ]}
        onChange={(next) =>
          fences.send({ type: 'fence.toolChosen', tool: next === 'polygon' ? 'polygon' : 'circle' })
        }
      />
      <div className={classes['shapeLine']}>
        <p className={classes['note']}>
          {tool === 'polygon'
            ? GEOFENCES.drawPolygon
            : isBegun
              ? GEOFENCES.sizeCircle
              : `${GEOFENCES.drawCircle} ${GEOFENCES.shiftHint}`}
        </p>
        <BegunFigures />
      </div>
      {isBegun && tool === 'polygon' ? (
        <Button variant="default" onClick={() => fences.send({ type: 'fence.finish' })}>
          {GEOFENCES.finish}
        </Button>
      ) : null}
      {isBegun ? null : (
        <Button variant="default" onClick={placeHere}>
          {GEOFENCES.placeHere}
        </Button>
      )}
      {missing === undefined ? null : <FenceNote>{missing}</FenceNote>}
    </>
  )
}

/** How the fence is drawn, and its shape once it is there: by pointer, or in figures (GEO-03). */
export const ShapeFields = ({ fences }: { fences: GeofencesActor }) => {
  const shape = useSelector(fences, selectShape)
  const refusal = useSelector(fences, selectRefusal)
  return (
    <fieldset className={classes['section']}>
      <legend>{GEOFENCES.shape}</legend>
      {shape === null ? <Unshaped fences={fences} /> : <Shaped fences={fences} shape={shape} />}
      {refusal === null ? null : <FenceNote>{refusal}</FenceNote>}
    </fieldset>
  )
}
