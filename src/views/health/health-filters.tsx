import { Button, NativeSelect } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypePdf, IconRefresh, IconRestore } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { HealthFilter } from '#contract/links/health.ts'
import { SEVERITIES } from '#domain/alerts.ts'
import type { healthMachine } from '#src/machines/health/health.machine.ts'
import {
  selectDidHealthChoicesFail,
  selectHealthChoices,
  selectHealthFilter,
  selectHealthRange,
} from '#src/machines/health/health.selectors.ts'
import { FILTER, PERIOD_NAME } from '#src/texts/en/filters.ts'
import { DTC_SEVERITY, HEALTH } from '#src/texts/en/health.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { IconButton } from '../kit/buttons.tsx'
import { RetryNote } from '../kit/empty-state.tsx'
import { GroupField, PeriodFields, PeriodNotice, VehicleField } from '../kit/filter-fields.tsx'
import classes from './health.module.css'

/** The running machine, to read and send to. */
export type HealthActor = ActorRefFrom<typeof healthMachine>

/** The vehicle or the group whose data is shown. */
const Owners = ({ health }: { health: HealthActor }) => {
  const { vehicleId, groupId } = useSelector(health, selectHealthFilter)
  const choices = useSelector(health, selectHealthChoices)
  const choose = (change: Pick<HealthFilter, 'vehicleId' | 'groupId'>) =>
    health.send({ type: 'health.filterChosen', change })
  return (
    <>
      <VehicleField
        value={vehicleId}
        isLoaded={choices !== null}
        onChoose={(id) => choose({ vehicleId: id, groupId: null })}
      />
      <GroupField
        value={groupId}
        groups={choices?.groups ?? []}
        onChoose={(id) => choose({ vehicleId: null, groupId: id })}
      />
    </>
  )
}

const Severities = ({ health }: { health: HealthActor }) => {
  const { severity } = useSelector(health, selectHealthFilter)
  return (
    <NativeSelect
      aria-label={HEALTH.severity}
      value={severity ?? ''}
      data={[
        { value: '', label: HEALTH.anySeverity },
        ...SEVERITIES.map((value) => ({ value, label: DTC_SEVERITY[value] })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        health.send({
          type: 'health.filterChosen',
          change: { severity: SEVERITIES.find((each) => each === value) ?? null },
        })
      }
    />
  )
}

const Periods = ({ health }: { health: HealthActor }) => {
  const { period } = useSelector(health, selectHealthFilter)
  const range = useSelector(health, selectHealthRange)
  return (
    <PeriodFields
      value={period}
      range={range}
      onChoose={(chosen) => health.send({ type: 'health.filterChosen', change: { period: chosen } })}
      onCustom={(now) => health.send({ type: 'health.customChosen', now })}
    />
  )
}

/** The downloads of the history (HLT-03), which come with the reports. */
const Downloads = () => (
  <div className={classes['downloads']}>
    <Button
      variant="default"
      disabled
      leftSection={<IconFileSpreadsheet size={18} stroke={1.75} aria-hidden />}
    >
      {HEALTH.excel}
    </Button>
    <Button variant="default" disabled leftSection={<IconFileTypePdf size={18} stroke={1.75} aria-hidden />}>
      {HEALTH.pdf}
    </Button>
    <span>{HEALTH.downloads}</span>
  </div>
)

/** The filter of the shown tab. */
export const HealthFilters = ({ health }: { health: HealthActor }) => {
  const { tab, period } = useSelector(health, selectHealthFilter)
  const didChoicesFail = useSelector(health, selectDidHealthChoicesFail)
  return (
    <>
      <div className={classes['filters']}>
        <Owners health={health} />
        {didChoicesFail ? (
          <RetryNote
            text={FILTER.choicesAway}
            retry={KIT.retry}
            onRetry={() => health.send({ type: 'health.choicesRetried' })}
          />
        ) : null}
        {tab === 'live' || tab === 'history' ? <Severities health={health} /> : null}
        {tab === 'history' ? <Periods health={health} /> : null}
        <Button
          variant="default"
          leftSection={<IconRestore size={18} stroke={1.75} aria-hidden />}
          onClick={() => health.send({ type: 'health.reset' })}
        >
          {FILTER.reset}
        </Button>
        <IconButton
          icon={IconRefresh}
          name={HEALTH.reload}
          onPress={() => health.send({ type: 'health.reloaded' })}
        />
        {tab === 'history' ? <Downloads /> : null}
      </div>
      <PeriodNotice actor={health} period={PERIOD_NAME[period]} />
    </>
  )
}
