import { Button, Switch } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconCircleDashed,
  IconPencil,
  IconPolygon,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { POPUP_WIDTH } from '#contract/constants.ts'
import { shapeOfFence } from '#contract/records/geofence-shape.ts'
import type { GeofenceItem } from '#contract/records/geofences.ts'
import { circleOutline, type LngLat } from '#domain/geo.ts'
import {
  selectCanChange,
  selectChosenFence,
  selectFenceFailure,
  selectFenceSearch,
  selectIsBusy,
  selectIsFailed,
  selectIsLoading,
  selectListedFences,
  selectShowsAll,
} from '#src/machines/geofences/geofences.selectors.ts'
import { GEOFENCES } from '#src/texts/en/geofences.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { useServices } from '../kit/app-context.tsx'
import { BusyButton, IconButton, RetryButton } from '../kit/buttons.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { failureText } from '../kit/failure-text.ts'
import { ROW_BUTTON, SearchField } from '../kit/lists.tsx'
import { MapPopup } from '../kit/map-overlay.tsx'
import { Panel, PanelHead, PanelTotal } from '../kit/panel.tsx'
import { FenceFailure } from './fence-dialogs.tsx'
import { FenceFiles } from './fence-files.tsx'
import { fenceSummary } from './fence-shapes.ts'
import classes from './geofences.module.css'
import type { GeofencesActor } from './geofences-mode.tsx'

/** Edit and delete, if the role allows them (GEO-04). They appear in the list and on the map; only the pressed one shows progress. */
export const FenceActions = ({ fences, geoFenceId }: { fences: GeofencesActor; geoFenceId: number }) => {
  const isBusy = useSelector(fences, selectIsBusy)
  const [isPressed, setPressed] = useState(false)
  if (isPressed && !isBusy) setPressed(false)
  return useSelector(fences, selectCanChange) ? (
    <>
      <BusyButton
        size="xs"
        busy={isBusy && isPressed}
        disabled={isBusy && !isPressed}
        leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
        onClick={() => {
          fences.send({ type: 'fence.edit', geoFenceId })
          setPressed(true)
        }}
      >
        {GEOFENCES.edit}
      </BusyButton>
      <Button
        size="xs"
        variant="default"
        disabled={isBusy}
        leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
        onClick={() => fences.send({ type: 'fence.delete', geoFenceId })}
      >
        {GEOFENCES.remove}
      </Button>
    </>
  ) : null
}

/** The northernmost position of a fence, which anchors its popup. */
const topOf = (fence: GeofenceItem): LngLat => {
  const shape = shapeOfFence(fence)
  const corners = shape === null ? [] : shape.kind === 'circle' ? circleOutline(shape, 4) : shape.corners
  return corners.reduce<LngLat>((top, corner) => (corner[1] > top[1] ? corner : top), corners[0] ?? [0, 0])
}

/** The popup of the chosen fence on the map (GEO-04). */
export const FencePopup = ({ fences }: { fences: GeofencesActor }) => {
  const { map } = useServices()
  const fence = useSelector(fences, selectChosenFence)
  const anchor = useMemo(() => (fence === undefined ? null : topOf(fence)), [fence])
  const close = useCallback(() => fences.send({ type: 'fence.chosen', geoFenceId: null }), [fences])
  if (fence === undefined || anchor === null) return null
  return (
    <MapPopup map={map} anchor={anchor} width={POPUP_WIDTH.narrow} onClose={close}>
      <section className={classes['popup']} aria-label={fence.geoFenceShapeName}>
        <h2 className={classes['popupName']}>{fence.geoFenceShapeName}</h2>
        <p className={classes['summary']}>{fenceSummary(fence)}</p>
        <div className={classes['popupActions']}>
          <FenceActions fences={fences} geoFenceId={fence.geoFenceId} />
        </div>
      </section>
    </MapPopup>
  )
}

const Row = ({ fences, fence, chosen }: { fences: GeofencesActor; fence: GeofenceItem; chosen: boolean }) => {
  const Icon = fence.shapeType === 'circle' ? IconCircleDashed : IconPolygon
  const { geoFenceId } = fence
  return (
    <li className={classes['row']} data-chosen={chosen}>
      <button
        type="button"
        className={`${ROW_BUTTON} ${classes['fence']}`}
        aria-current={chosen}
        onClick={() => fences.send({ type: 'fence.chosen', geoFenceId: chosen ? null : geoFenceId })}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
        <span translate="no" className={classes['name']}>
          {fence.geoFenceShapeName}
        </span>
        <span className={classes['summary']}>{fenceSummary(fence)}</span>
      </button>
      {chosen ? (
        <div className={classes['rowActions']}>
          <FenceActions fences={fences} geoFenceId={geoFenceId} />
        </div>
      ) : null}
    </li>
  )
}

const Nothing = ({ search, canChange }: { search: string; canChange: boolean }) =>
  search === '' ? (
    <EmptyState
      icon={IconPolygon}
      title={GEOFENCES.none}
      text={canChange ? GEOFENCES.noneText : GEOFENCES.noneToView}
    />
  ) : (
    <EmptyState icon={IconSearch} title={GEOFENCES.noMatch({ text: search })} text="" />
  )

const Body = ({ fences }: { fences: GeofencesActor }) => {
  const listed = useSelector(fences, selectListedFences)
  const chosen = useSelector(fences, selectChosenFence)
  const search = useSelector(fences, selectFenceSearch)
  const canChange = useSelector(fences, selectCanChange)
  const isLoading = useSelector(fences, selectIsLoading)
  const state = (content: ReactNode, role: 'alert' | 'status') => (
    <div className={classes['state']} role={role}>
      {content}
    </div>
  )
  const failure = useSelector(fences, selectFenceFailure)
  if (useSelector(fences, selectIsFailed))
    return state(
      <EmptyState
        icon={IconAlertTriangle}
        title={GEOFENCES.failed}
        text={
          failure === null || failure.kind === 'unexpected'
            ? KIT.checkConnection
            : failureText(failure, KIT.checkConnection)
        }
      >
        <RetryButton onRetry={() => fences.send({ type: 'geofences.retry' })}>{KIT.retry}</RetryButton>
      </EmptyState>,
      'alert',
    )
  if (listed.length > 0)
    return (
      <ul className={classes['list']} aria-label={GEOFENCES.list}>
        {listed.map((fence) => (
          <Row
            key={fence.geoFenceId}
            fences={fences}
            fence={fence}
            chosen={fence.geoFenceId === chosen?.geoFenceId}
          />
        ))}
      </ul>
    )
  // The panel's head already says that the list is loading.
  if (isLoading) return null
  return state(<Nothing search={search} canChange={canChange} />, 'status')
}

const Tools = ({ fences }: { fences: GeofencesActor }) => {
  const search = useSelector(fences, selectFenceSearch)
  const find = (text: string) => fences.send({ type: 'geofences.searched', text })
  return (
    <div className={classes['tools']}>
      <SearchField name={GEOFENCES.search} clear={KIT.clearSearch} value={search} onSearch={find} />
      <Switch
        label={GEOFENCES.showAll}
        checked={useSelector(fences, selectShowsAll)}
        onChange={() => fences.send({ type: 'geofences.showAllToggled' })}
      />
      <FenceFailure failure={useSelector(fences, selectFenceFailure)} />
    </div>
  )
}

/** The panel with the list of geofences, to search, show, create, edit and delete them (GEO-01). */
export const FenceList = ({ fences, onBack }: { fences: GeofencesActor; onBack: () => void }) => {
  const { serverNow } = useServices()
  const isLoading = useSelector(fences, selectIsLoading)
  const isFailed = useSelector(fences, selectIsFailed)
  const isBusy = useSelector(fences, selectIsBusy)
  const count = useSelector(fences, selectListedFences).length
  const canCreate = useSelector(fences, selectCanChange) && !isFailed
  return (
    <Panel name={GEOFENCES.panel} isBusy={isLoading}>
      <PanelHead padding="7px 8px">
        <IconButton icon={IconArrowLeft} name={KIT.back} quiet onPress={onBack} />
        <h1 className={classes['title']}>{GEOFENCES.panel}</h1>
        <PanelTotal className={classes['total']}>
          {isLoading
            ? GEOFENCES.loading
            : isBusy
              ? GEOFENCES.opening
              : isFailed
                ? null
                : GEOFENCES.total({ count })}
        </PanelTotal>
      </PanelHead>
      {isFailed ? null : <Tools fences={fences} />}
      <Body fences={fences} />
      {isFailed ? null : (
        <div className={classes['foot']}>
          {canCreate ? (
            <Button
              fullWidth
              disabled={isLoading}
              onClick={() => fences.send({ type: 'fence.create', now: serverNow() })}
            >
              {GEOFENCES.create}
            </Button>
          ) : null}
          <FenceFiles fences={fences} />
        </div>
      )}
    </Panel>
  )
}
