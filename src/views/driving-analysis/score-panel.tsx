import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import type { OpenScore } from '#contract/links/driving-analysis.ts'
import type { DrivingRow } from '#contract/records/driving-analysis.ts'
import { subjectOf } from '#src/machines/driving-analysis/driving-analysis.logic.ts'
import {
  selectAreScoresLoading,
  selectDrivingFilter,
} from '#src/machines/driving-analysis/driving-analysis.selectors.ts'
import { SCORE_PANEL } from '#src/texts/en/driving-analysis.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { useServices } from '../kit/app-context.tsx'
import { takeFocus } from '../kit/hooks.ts'
import { SidePanel } from '../kit/side-panel.tsx'
import { Plate } from '../kit/vehicle.tsx'
import { notScoredText, scoreText, valueText } from './driving-columns.ts'
import type { DrivingActor } from './driving-filters.tsx'
import { IncidentList } from './incident-list.tsx'
import { Category } from './score-badge.tsx'
import classes from './score-panel.module.css'
import { ScoreParts } from './score-parts.tsx'
import { SubjectName } from './subject-name.tsx'

/** The most plates that are shown of a driver. */
const MOST_PLATES = 6

const Head = ({ row, isByVehicle, isOwn }: { row: DrivingRow; isByVehicle: boolean; isOwn: boolean }) => {
  const { columns, notScored, registrations, before, companyScore } = row
  const plates = registrations.slice(0, MOST_PLATES)
  return (
    <div className={classes['who']}>
      {isByVehicle ? (
        <Plate registration={row.name} />
      ) : (
        <h3>
          <SubjectName of={row} />
        </h3>
      )}
      {notScored === null ? (
        <p className={classes['score']}>
          <b>{scoreText(columns.DriverScore)}</b> <small>{SCORE_PANEL.of100}</small>
          <Category category={columns.DriverScoreCategory ?? ''} />
        </p>
      ) : (
        <p className={classes['why']}>{notScoredText(notScored)}</p>
      )}
      <p className={classes['facts']}>
        {SCORE_PANEL.distance} {valueText('TotalDistance', columns.TotalDistance)}
        {before === null ? null : ` · ${SCORE_PANEL.before({ score: scoreText(before) })}`}
        {isOwn && notScored !== 'nobody'
          ? ` · ${SCORE_PANEL.company({ score: scoreText(companyScore) })}`
          : null}
      </p>
      {isByVehicle || plates.length === 0 ? null : (
        <ul className={classes['plates']} aria-label={SCORE_PANEL.driven}>
          {plates.map((registration) => (
            <li key={registration}>
              <Plate registration={registration} />
            </li>
          ))}
          {registrations.length > plates.length ? (
            <li>{SCORE_PANEL.more({ count: String(registrations.length - plates.length) })}</li>
          ) : null}
        </ul>
      )}
    </div>
  )
}

/** Why this score: the parts that make it, each with its incidents, where they were, and their playback. */
export const ScorePanel = ({ driving, open }: { driving: DrivingActor; open: OpenScore }) => {
  const { drivingStore } = useServices()
  const { scores } = useSyncExternalStore(drivingStore.subscribe, drivingStore.getSnapshot)
  const isLoading = useSelector(driving, selectAreScoresLoading)
  const isByVehicle = subjectOf(useSelector(driving, selectDrivingFilter)) === 'vehicle'
  const row = scores?.rows.find(({ id }) => id === open.subjectId)
  return (
    <SidePanel
      name={SCORE_PANEL.name}
      heading={
        <h2 tabIndex={-1} ref={open.incident === null ? takeFocus : null}>
          {SCORE_PANEL.name}
        </h2>
      }
      isWide
      isBusy={isLoading}
      onClose={() => driving.send({ type: 'driving.scoreClosed' })}
    >
      {isLoading ? (
        <p role="status">{TEXTS.loading}</p>
      ) : scores === null || row === undefined ? (
        <p role="status">{SCORE_PANEL.absent}</p>
      ) : (
        <>
          <Head row={row} isByVehicle={isByVehicle} isOwn={scores.scoring.by === 'own'} />
          {open.incident === null ? (
            <ScoreParts row={row} scoring={scores.scoring} driving={driving} />
          ) : (
            <IncidentList driving={driving} incident={open.incident} />
          )}
        </>
      )}
    </SidePanel>
  )
}
