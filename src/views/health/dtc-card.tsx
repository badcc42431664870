import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { SEVERITIES } from '#domain/alerts.ts'
import type { LiveDtcCounts } from '#src/machines/health/health.ports.ts'
import { DTC_POPUP } from '#src/texts/en/health.ts'
import { IconButton } from '../kit/buttons.tsx'
import classes from './dtc-popup.module.css'
import type { DtcPopupActor } from './dtc-popup.tsx'
import { SeverityName } from './severity-name.tsx'

/** How many trouble codes are set, by their severity (OPEN-45). */
const DtcCard = ({ found, popup }: { found: LiveDtcCounts; popup: DtcPopupActor }) => {
  return (
    <section
      className={classes['popup']}
      aria-label={DTC_POPUP.name}
      onKeyDown={(event) => {
        if (event.key === 'Escape') popup.send({ type: 'dtcPopup.dismissed' })
      }}
    >
      <h2>
        <span role="status">{DTC_POPUP.title({ vehicles: found.vehicles })}</span>
      </h2>
      <ul>
        {SEVERITIES.filter((severity) => found.counts[severity] > 0).map((severity) => (
          <li key={severity}>
            <SeverityName severity={severity} />
            <b>{found.counts[severity]}</b>
          </li>
        ))}
      </ul>
      <div className={classes['actions']}>
        <Button size="xs" onClick={() => popup.send({ type: 'dtcPopup.followed' })}>
          {DTC_POPUP.open}
        </Button>
        <IconButton
          icon={IconX}
          name={DTC_POPUP.close}
          quiet
          onPress={() => popup.send({ type: 'dtcPopup.dismissed' })}
          tooltipAt="left"
        />
      </div>
    </section>
  )
}

export default DtcCard
