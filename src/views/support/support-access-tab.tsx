import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { SupportChange } from '#contract/records/support-changes.ts'
import {
  selectFailure,
  selectInput,
  selectIsFetching,
  selectResponse,
} from '#src/machines/request/request.selectors.ts'
import type { supportChangesRequest } from '#src/machines/support/support-changes.machine.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { SUPPORT_ACCESS } from '#src/texts/en/support-access.ts'
import { FailedLoad } from '../kit/failure-note.tsx'
import { formatDateTime } from '../kit/formats.ts'
import tab from '../kit/tab-content.module.css'
import classes from './support-access-tab.module.css'
import { changeText, subjectsText, valueTexts } from './support-change-texts.ts'

type ChangesActor = ActorRefFrom<typeof supportChangesRequest>

const Change = ({ change }: { change: SupportChange }) => {
  const { at, staffName, userName, reason } = change
  const subjects = subjectsText(change)
  return (
    <li className={classes['change']}>
      <div className={classes['head']}>
        <b>{changeText(change)}</b>
        <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>
      </div>
      {subjects === null ? null : (
        <p translate="no" className={classes['subjects']}>
          {subjects}
        </p>
      )}
      {valueTexts(change).map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
      <p className={classes['who']}>
        {userName === null
          ? SUPPORT_ACCESS.byStaff({ staff: staffName })
          : SUPPORT_ACCESS.inName({ staff: staffName, user: userName })}
      </p>
      {reason === '' ? null : <p>{SUPPORT_ACCESS.reason({ reason })}</p>}
    </li>
  )
}

const load = (actor: ChangesActor, before: number | null): void =>
  actor.send({ type: 'request.load', input: { before } })

/** The way to older changes and back. */
const Pages = ({
  actor,
  isNewest,
  oldest,
}: {
  actor: ChangesActor
  isNewest: boolean
  oldest: number | null
}) => {
  if (isNewest && oldest === null) return null
  return (
    <div className={classes['pages']}>
      {isNewest ? null : (
        <Button variant="default" onClick={() => load(actor, null)}>
          {SUPPORT_ACCESS.showNewest}
        </Button>
      )}
      {oldest === null ? null : (
        <Button variant="default" onClick={() => load(actor, oldest)}>
          {SUPPORT_ACCESS.showOlder}
        </Button>
      )}
    </div>
  )
}

const countText = (count: number, total: number, isNewest: boolean): string =>
  isNewest ? SUPPORT_ACCESS.newest({ count, total }) : SUPPORT_ACCESS.older({ count, total })

const Changes = ({ actor }: { actor: ChangesActor }) => {
  const list = useSelector(actor, selectResponse)
  const isNewest = (useSelector(actor, selectInput)?.before ?? null) === null
  const failure = useSelector(actor, selectFailure)
  const isFetching = useSelector(actor, selectIsFetching)
  const failed =
    failure === null ? null : <FailedLoad failure={failure} away={KIT.serverAway} className={tab['none']} />
  if (list === null) return failed ?? (isFetching ? <p role="status">{TEXTS.loading}</p> : null)
  if (list.changes.length === 0) return failed ?? <p className={tab['none']}>{SUPPORT_ACCESS.none}</p>
  const oldest = list.total > list.changes.length ? (list.changes.at(-1)?.changeId ?? null) : null
  return (
    <>
      {failed}
      {oldest !== null || !isNewest ? (
        <p className={tab['lead']}>{countText(list.changes.length, list.total, isNewest)}</p>
      ) : null}
      <ul className={tab['rows']} aria-label={SUPPORT_ACCESS.title}>
        {list.changes.map((change) => (
          <Change key={change.changeId} change={change} />
        ))}
      </ul>
      <Pages actor={actor} isNewest={isNewest} oldest={oldest} />
    </>
  )
}

/** What the portal's staff did in the user's name, or with the company's data: who, when, what and why (AC-15). */
const SupportAccessTab = ({ actor }: { actor: ChangesActor }) => (
  <>
    <div className={tab['head']}>
      <div>
        <h2 className={tab['heading']}>{SUPPORT_ACCESS.title}</h2>
        <p className={tab['lead']}>{SUPPORT_ACCESS.lead}</p>
      </div>
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
        onClick={() => load(actor, null)}
      >
        {SUPPORT_ACCESS.reload}
      </Button>
    </div>
    <Changes actor={actor} />
  </>
)

export default SupportAccessTab
