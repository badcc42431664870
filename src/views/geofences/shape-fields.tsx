import { Button, SegmentedControl } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useRef, useSyncExternalStore } from 'react'
import { FENCE } from '#domain/fence-limits.ts'
import type { FenceShape } from '#domain/fences.ts'
import {
  selectIsBegun,
  selectRefusal,
  selectShape,
  selectTool,
} from '#src/machines/geofences/geofences.selectors.ts'
import { errorText } from '#src/texts/en/errors.ts'
import { GEOFENCES } from '#src/texts/en/geofences.ts'
import { useServices } from '../kit/app-context.tsx'
import { ErrorBox } from '../kit/failure-note.tsx'
import { formatLength, formatWithUnit } from '../kit/measures.ts'
import { NumberField } from '../kit/number-field.tsx'
import { CornerFields } from './corner-fields.tsx'
import { ErrorNote, useFieldErrors } from './fence-dialogs.tsx'
import { placedShape, shapeSummary } from './fence-shapes.ts'
import classes from './geofences.module.css'
import type { GeofencesActor } from './geofences-mode.tsx'

type Circle = Extract<FenceShape, { kind: 'circle' }>

const CircleFields = ({ fences, circle }: { fences: GeofencesActor; circle: Circle }) => {
  const errors = useFieldErrors(fences)
  const { centre, radiusM } = circle
  const set = (figure: string, changed: Partial<Circle>) =>
    fences.send({ type: 'fence.shapeSet', shape: { ...circle, ...changed }, figure })
  return (
    <div className={classes['figures']}>
      <NumberField
        label={GEOFENCES.latitude}
        value={centre[1]}
        step={0.001}
        error={errors.geoFenceCircleLatitude}
        onNumber={(lat) => set('latitude', { centre: [centre[0], lat] })}
      />
      <NumberField
        label={GEOFENCES.longitude}
        value={centre[0]}
        step={0.001}
        error={errors.geoFenceCircleLongitude}
        onNumber={(lng) => set('longitude', { centre: [lng, centre[1]] })}
      />
      <NumberField
        label={GEOFENCES.radiusM}
        value={radiusM}
        step={50}
        error={errors.geoFenceCircleRadiusInMeters}
        onNumber={(metres) => set('radius', { radiusM: metres })}
      />
    </div>
  )
}

type ShapeProps = {
  readonly fences: GeofencesActor
  /** Moves the focus to the group before the pressed button disappears. */
  readonly retainFocus: () => void
}

const Shaped = ({ fences, shape, retainFocus }: ShapeProps & { readonly shape: FenceShape }) => {
  const error = useFieldErrors(fences).geoFencePolygonCoordinates
  return (
    <>
      <div className={classes['shapeLine']}>
        <b>{shapeSummary(shape)}</b>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            retainFocus()
            fences.send({ type: 'fence.redraw' })
          }}
        >
          {GEOFENCES.redraw}
        </Button>
      </div>
      {error === undefined ? null : <ErrorNote>{error}</ErrorNote>}
      {shape.kind === 'circle' ? (
        <CircleFields fences={fences} circle={shape} />
      ) : (
        <CornerFields fences={fences} outline={shape} />
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

/** The figures of the shape being drawn, which follow the pointer. */
const BegunFigures = () => {
  const { begun: store } = useServices().fences
  const begun = useSyncExternalStore(store.subscribe, store.getSnapshot)
  if (begun === null) return null
  const radiusM = begun.radiusM ?? 0
  if (radiusM > FENCE.radiusM.most)
    return (
      <output className={classes['begun']} data-over>
        {GEOFENCES.overRadius({
          text: formatLength(radiusM),
          most: formatWithUnit('distanceLimit', FENCE.radiusM.most / 1000),
        })}
      </output>
    )
  return (
    <output className={classes['begun']}>
      {begun.tool === 'polygon'
        ? GEOFENCES.corners({ count: begun.corners })
        : GEOFENCES.radius({ text: formatLength(radiusM) })}
    </output>
  )
}

const Unshaped = ({ fences, retainFocus }: ShapeProps) => {
  const { map } = useServices()
  const tool = useSelector(fences, selectTool)
  const isBegun = useSelector(fences, selectIsBegun)
  const errors = useFieldErrors(fences)
  const missing =
    errors.geoFencePolygonCoordinates ?? errors.geoFenceCircleRadiusInMeters ?? errors.geoFenceCircleLatitude
  const currentMatch = () => {
    retainFocus()
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
      {missing === undefined ? null : <ErrorNote>{missing}</ErrorNote>}
      {isBegun && tool === 'polygon' ? (
        <Button
          variant="default"
          onClick={() => {
            retainFocus()
            fences.send({ type: 'fence.finish' })
          }}
        >
          {GEOFENCES.finish}
        </Button>
      ) : null}
      {isBegun ? null : (
        <Button variant="default" onClick={currentMatch}>
          {GEOFENCES.currentMatch}
        </Button>
      )}
    </>
  )
}

/** The form may be scrolled out of view while the user draws on the map. */
const bringIntoView = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'nearest' })

/** Draws the fence's shape, and edits it by pointer or as figures (GEO-03). */
export const ShapeFields = ({ fences }: { fences: GeofencesActor }) => {
  const shape = useSelector(fences, selectShape)
  const refusal = useSelector(fences, selectRefusal)
  const group = useRef<HTMLFieldSetElement>(null)
  const retainFocus = () => group.current?.focus({ preventScroll: true })
  return (
    <fieldset ref={group} tabIndex={-1} className={classes['section']}>
      <legend>{GEOFENCES.shape}</legend>
      {shape === null ? (
        <Unshaped fences={fences} retainFocus={retainFocus} />
      ) : (
        <Shaped fences={fences} retainFocus={retainFocus} shape={shape} />
      )}
      {refusal === null ? null : (
        <div key={errorText(refusal)} ref={bringIntoView}>
          <ErrorBox isSmall>{errorText(refusal)}</ErrorBox>
        </div>
      )}
    </fieldset>
  )
}
