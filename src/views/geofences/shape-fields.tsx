import { Button, SegmentedControl } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useRef, useSyncExternalStore } from 'react'
import { FENCE } from '#contract/records/fence-limits.ts'
import type { FenceShape } from '#contract/records/fence-shape.ts'
import {
  selectFaults,
  selectIsBegun,
  selectRefusal,
  selectShape,
  selectTool,
} from '#src/machines/geofences/geofences.selectors.ts'
import { useServices } from '../kit/app-context.tsx'
import { CornerFigures } from './corner-figures.tsx'
import { FaultNote, FenceNote } from './fence-failure.tsx'
import { formatMetres, shapeWords } from './fence-figures.ts'
import { FigureField } from './figure-field.tsx'
import type { GeofencesActor } from './geofences.actor.ts'
import classes from './geofences.module.css'
import { GEOFENCES } from './geofences.text.ts'
import { placedShape } from './outline.ts'

type Circle = Extract<FenceShape, { kind: 'circle' }>

const CircleFigures = ({ fences, circle }: { fences: GeofencesActor; circle: Circle }) => {
  const faults = useSelector(fences, selectFaults)
  const { centre, radiusM } = circle
  const set = (figure: string, changed: Partial<Circle>) =>
    fences.send({ type: 'fence.shapeSet', shape: { ...circle, ...changed }, figure })
  return (
    <div className={classes['figures']}>
      <FigureField
        label={GEOFENCES.latitude}
        value={centre[1]}
        step={0.001}
        fault={faults.geoFenceCircleLatitude}
        onFigure={(lat) => set('latitude', { centre: [centre[0], lat] })}
      />
      <FigureField
        label={GEOFENCES.longitude}
        value={centre[0]}
        step={0.001}
        fault={faults.geoFenceCircleLongitude}
        onFigure={(lng) => set('longitude', { centre: [lng, centre[1]] })}
      />
      <FigureField
        label={GEOFENCES.radiusM}
        value={radiusM}
        step={50}
        fault={faults.geoFenceCircleRadiusInMeters}
        onFigure={(metres) => set('radius', { radiusM: metres })}
      />
    </div>
  )
}

type Part = {
  readonly fences: GeofencesActor
  /** Keeps the focus here when what was pressed goes away. */
  readonly keepFocus: () => void
}

const Shaped = ({ fences, shape, keepFocus }: Part & { readonly shape: FenceShape }) => {
  const fault = useSelector(fences, selectFaults).geoFencePolygonCoordinates
  return (
    <>
      <div className={classes['shapeLine']}>
        <b>{shapeWords(shape)}</b>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            keepFocus()
            fences.send({ type: 'fence.redraw' })
          }}
        >
          {GEOFENCES.redraw}
        </Button>
      </div>
      {fault === undefined ? null : <FaultNote>{fault}</FaultNote>}
      {shape.kind === 'circle' ? (
        <CircleFigures fences={fences} circle={shape} />
      ) : (
        <CornerFigures fences={fences} outline={shape} />
      )}
      <p className={classes['note']}>
        {shape.kind === 'circle' ? (
          GEOFENCES.changeCircle
        ) : (
          <>
            {GEOFENCES.changePolygon} <span className={classes['byMouse']}>{GEOFENCES.rightClick}</span>
          </>
        )}
      </p>
    </>
  )
}

/** What is begun, in figures that go with the pointer. */
const BegunFigures = () => {
  const { begun: store } = useServices().fences
  const begun = useSyncExternalStore(store.subscribe, store.getSnapshot)
  if (begun === null) return null
  const radiusM = begun.radiusM ?? 0
  if (radiusM > FENCE.radiusM.most)
    return (
      <output className={classes['begun']} data-over>
        {GEOFENCES.overRadius(formatMetres(radiusM), FENCE.radiusM.most / 1000)}
      </output>
    )
  return (
    <output className={classes['begun']}>
      {begun.tool === 'polygon' ? GEOFENCES.corners(begun.corners) : GEOFENCES.radius(formatMetres(radiusM))}
    </output>
  )
}

const Unshaped = ({ fences, keepFocus }: Part) => {
  const { map } = useServices()
  const tool = useSelector(fences, selectTool)
  const isBegun = useSelector(fences, selectIsBegun)
  const faults = useSelector(fences, selectFaults)
  const missing =
    faults.geoFencePolygonCoordinates ?? faults.geoFenceCircleRadiusInMeters ?? faults.geoFenceCircleLatitude
  const placeHere = () => {
    keepFocus()
    fences.send({ type: 'fence.shapeSet', shape: placedShape(tool, map.drawn().camera), figure: null })
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
          {tool === 'polygon' ? (
            GEOFENCES.drawPolygon
          ) : isBegun ? (
            GEOFENCES.sizeCircle
          ) : (
            <>
              {GEOFENCES.drawCircle} <span className={classes['byMouse']}>{GEOFENCES.shiftHint}</span>
            </>
          )}
        </p>
        <BegunFigures />
      </div>
      {missing === undefined ? null : <FaultNote>{missing}</FaultNote>}
      {isBegun && tool === 'polygon' ? (
        <Button
          variant="default"
          onClick={() => {
            keepFocus()
            fences.send({ type: 'fence.finish' })
          }}
        >
          {GEOFENCES.finish}
        </Button>
      ) : null}
      {isBegun ? null : (
        <Button variant="default" onClick={placeHere}>
          {GEOFENCES.placeHere}
        </Button>
      )}
    </>
  )
}

/** Who draws on the map has perhaps scrolled the form. */
const bringIntoView = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'nearest' })

/** How the fence is drawn, and its shape once it is there: by pointer, or in figures (GEO-03). */
export const ShapeFields = ({ fences }: { fences: GeofencesActor }) => {
  const shape = useSelector(fences, selectShape)
  const refusal = useSelector(fences, selectRefusal)
  const group = useRef<HTMLFieldSetElement>(null)
  const keepFocus = () => group.current?.focus({ preventScroll: true })
  return (
    <fieldset ref={group} tabIndex={-1} className={classes['section']}>
      <legend>{GEOFENCES.shape}</legend>
      {shape === null ? (
        <Unshaped fences={fences} keepFocus={keepFocus} />
      ) : (
        <Shaped fences={fences} keepFocus={keepFocus} shape={shape} />
      )}
      {refusal === null ? null : (
        <div key={refusal} ref={bringIntoView}>
          <FenceNote>{refusal}</FenceNote>
        </div>
      )}
    </fieldset>
  )
}
