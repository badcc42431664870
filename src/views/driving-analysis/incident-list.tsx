import { Button } from '@mantine/core'
import { IconChevronLeft, IconPlayerPlay } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { IncidentRecord } from '#contract/records/driving-analysis.ts'
import { alertMeasure } from '#domain/alerts.ts'
import { DRIVING_INCIDENTS, type IncidentCode } from '#domain/driving-incidents.ts'
import {
  selectAreIncidentsLoading,
  selectIncidentsFailure,
} from '#src/machines/driving-analysis/driving-analysis.selectors.ts'
import { DRIVING_COLUMN, SCORE_PANEL } from '#src/texts/en/driving-analysis.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { useServices } from '../kit/app-context.tsx'
import { RouteLink } from '../kit/buttons.tsx'
import { FailedLoad } from '../kit/failure-note.tsx'
import { formatDateTime, formatDurationWords } from '../kit/formats.ts'
import { takeFocus } from '../kit/hooks.ts'
import { MapCanvas } from '../kit/map-canvas.tsx'
import { formatLimit, formatNumber, formatWithUnit } from '../kit/measures.ts'
import { playbackAround } from '../kit/playback-around.ts'
import { Plate } from '../kit/vehicle.tsx'
import type { DrivingActor } from './driving-filters.tsx'
import classes from './score-panel.module.css'

/** The name of a kind of incidents. */
export const incidentName = (code: IncidentCode): string => {
  const kind = DRIVING_INCIDENTS.find((each) => each.code === code)
  return kind === undefined ? code : DRIVING_COLUMN[kind.column]
}

/** A figure of an incident; null where it has none. */
const figureText = (code: IncidentCode, value: number): string | null => {
  const figure = alertMeasure(code)
  return figure === null ? null : formatWithUnit(figure, value)
}

/** The figure of an incident; an overspeed has the highest speed of its time, while its event has that at which it was found. */
const peakText = (code: IncidentCode, value: number): string | null => {
  const text = figureText(code, value)
  return code === 'OS' && text !== null ? SCORE_PANEL.atMost({ speed: text }) : text
}

/** The limit of an incident, which somebody has set. */
const limitText = (code: IncidentCode, limit: number): string =>
  code === 'OS' ? formatLimit(limit) : (figureText(code, limit) ?? formatNumber(limit))

/** What happened: the figure, the limit and the time that it lasted. */
const whatText = ({ code, value, limit, durationS }: IncidentRecord): string =>
  [
    value === null ? null : peakText(code, value),
    limit === null ? null : SCORE_PANEL.limit({ limit: limitText(code, limit) }),
    durationS === null || durationS <= 0 ? null : formatDurationWords(durationS * 1000),
  ]
    .filter((part) => part !== null)
    .join(' · ')

const Places = ({ incidents }: { incidents: readonly IncidentRecord[] }) => {
  const { incidentMap } = useServices()
  useEffect(() => incidentMap.show(incidents), [incidentMap, incidents])
  return (
    <div className={classes['map']}>
      <MapCanvas map={incidentMap.map} />
    </div>
  )
}

const Incident = ({
  incident,
  isShown,
  onShow,
}: {
  incident: IncidentRecord
  /** Whether the map shows it. */
  isShown: boolean
  onShow: () => void
}) => {
  const { incidentMap, serverNow } = useServices()
  const { time, durationS, registration } = incident
  const when = formatDateTime(time)
  const ended = time + (durationS ?? 0) * 1000
  return (
    <li aria-current={isShown}>
      <button
        type="button"
        className={classes['place']}
        aria-label={SCORE_PANEL.showOnMap({ time: when, registration })}
        onClick={() => {
          incidentMap.lookAt(incident)
          onShow()
        }}
      >
        <time dateTime={new Date(time).toISOString()}>{when}</time>
        <Plate registration={registration} />
        <span>{whatText(incident)}</span>
      </button>
      <RouteLink
        className={classes['play']}
        to={playbackAround({ ...incident, began: time, ended }, serverNow(), true)}
        aria-label={SCORE_PANEL.play({ time: when })}
      >
        <IconPlayerPlay size={18} stroke={1.75} aria-hidden />
      </RouteLink>
    </li>
  )
}

const keyOf = ({ vehicleId, time }: IncidentRecord): string => `${vehicleId} ${time}`

/** Each incident of one kind: when, in which truck, where on the map, and the way to its playback at that second. */
export const IncidentList = ({ driving, incident }: { driving: DrivingActor; incident: IncidentCode }) => {
  const { drivingStore } = useServices()
  const { incidents: found } = useSyncExternalStore(drivingStore.subscribe, drivingStore.getSnapshot)
  const isLoading = useSelector(driving, selectAreIncidentsLoading)
  const failure = useSelector(driving, selectIncidentsFailure)
  const [shownKey, setShownKey] = useState<string | null>(null)
  const name = incidentName(incident)
  const list = () => {
    if (failure !== null)
      return (
        <FailedLoad
          failure={failure}
          away={SCORE_PANEL.failedAway}
          className={classes['failed']}
          onRetry={() => driving.send({ type: 'driving.incidentsRetried' })}
        />
      )
    if (isLoading || found === null) return <p role="status">{TEXTS.loading}</p>
    if (found.incidents.length === 0) return <p role="status">{TEXTS.noRecordsFound}</p>
    const { incidents, total } = found
    return (
      <>
        <Places incidents={incidents} />
        {incidents.length < total ? (
          <p className={classes['rule']}>{SCORE_PANEL.limited({ shown: incidents.length, total })}</p>
        ) : null}
        <ol className={classes['incidents']} aria-label={name}>
          {incidents.map((each) => (
            <Incident
              key={keyOf(each)}
              incident={each}
              isShown={keyOf(each) === shownKey}
              onShow={() => setShownKey(keyOf(each))}
            />
          ))}
        </ol>
      </>
    )
  }
  return (
    <section aria-label={name} className={classes['list']}>
      <Button
        ref={takeFocus}
        className={classes['back'] ?? ''}
        variant="default"
        size="xs"
        leftSection={<IconChevronLeft size={16} stroke={1.75} aria-hidden />}
        onClick={() => driving.send({ type: 'driving.incidentOpened', incident: null })}
      >
        {SCORE_PANEL.back}
      </Button>
      <h3>
        {found === null || isLoading ? name : SCORE_PANEL.listOf({ incident: name, count: found.total })}
      </h3>
      {list()}
    </section>
  )
}
