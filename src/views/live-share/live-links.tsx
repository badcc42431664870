import { Button, NativeSelect } from '@mantine/core'
import { IconAlertTriangle, IconShare } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { LiveShare } from '#contract/records/live-share.ts'
import type { LiveLinksActor } from '#src/machines/live-share/live-links.machine.ts'
import {
  selectAreLinksLoading,
  selectIsLinkBusy,
  selectLinksFailure,
  selectShareChange,
  selectShares,
} from '#src/machines/live-share/live-links.selectors.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { LIVE_LINKS } from '#src/texts/en/live-share.ts'
import { BusyButton, RetryButton } from '../kit/buttons.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { FailureNote, NotUpdated } from '../kit/failure-note.tsx'
import { formatAge, formatDateTime } from '../kit/formats.ts'
import { useNow } from '../kit/hooks.ts'
import { Plate } from '../kit/vehicle.tsx'
import classes from './share-dialogs.module.css'
import { HOURS } from './share-form.tsx'

/** How many registrations are named one by one. */
const NAMED = 6

const untilText = ({ endsBy, endsAt, geoFenceName }: LiveShare): string => {
  const at = formatDateTime(endsAt)
  if (endsBy === 'trip') return LIVE_LINKS.untilTrip({ at })
  if (endsBy === 'time') return LIVE_LINKS.until({ at })
  return geoFenceName === null
    ? LIVE_LINKS.untilDeletedFence({ at })
    : LIVE_LINKS.untilArrival({ fence: geoFenceName, at })
}

const viewsText = ({ views, lastViewedAt }: LiveShare, now: number): string =>
  [
    LIVE_LINKS.views({ count: views }),
    ...(lastViewedAt === null
      ? []
      : [LIVE_LINKS.viewed({ age: formatAge(Math.max(0, now - lastViewedAt)) })]),
  ].join(', ')

/** A live link: what it shows, until when, who has seen it, and what can be done with it. */
export const LinkRow = ({
  share,
  now,
  mayShare,
  onEnd,
  onRevoke,
  onAgain,
}: {
  share: LiveShare
  /** ms since 1970 UTC. */
  now: number
  mayShare: boolean
  onEnd: () => void
  onRevoke: () => void
  onAgain: () => void
}) => {
  const { vehicles, label, state, createdBy } = share
  return (
    <li className={classes['link']}>
      <div className={classes['row']}>
        {vehicles.slice(0, NAMED).map(({ vehicleId, registrationId, hasArrived }) => (
          <span key={vehicleId} className={classes['vehicle']}>
            <Plate registration={registrationId} />
            {hasArrived ? <span className={classes['arrived']}>{LIVE_LINKS.hasArrived}</span> : null}
          </span>
        ))}
        {vehicles.length > NAMED ? LIVE_LINKS.more({ count: vehicles.length - NAMED }) : null}
        <span className={classes['state']} data-state={state}>
          {LIVE_LINKS.state[state]}
        </span>
      </div>
      {label === '' ? null : (
        <div translate="no" className={classes['label']}>
          {label}
        </div>
      )}
      <div className={classes['facts']}>
        {untilText(share)}
        {createdBy === null ? null : ` · ${LIVE_LINKS.madeBy({ name: createdBy })}`}
        <br />
        {viewsText(share, now)}
      </div>
      {mayShare ? (
        <div className={classes['row']}>
          {state === 'open' ? (
            <>
              <Button size="xs" variant="default" onClick={onEnd}>
                {LIVE_LINKS.changeEnd}
              </Button>
              <Button size="xs" variant="default" onClick={onRevoke}>
                {LIVE_LINKS.revoke}
              </Button>
            </>
          ) : null}
          {vehicles.length === 0 ? null : (
            <Button size="xs" variant="default" onClick={onAgain}>
              {LIVE_LINKS.again}
            </Button>
          )}
        </div>
      ) : null}
    </li>
  )
}

const Links = ({ actor, mayShare }: { actor: LiveLinksActor; mayShare: boolean }) => {
  const shares = useSelector(actor, selectShares)
  const isLoading = useSelector(actor, selectAreLinksLoading)
  const failure = useSelector(actor, selectLinksFailure)
  const now = useNow()
  if (shares === null || (failure !== null && shares.length === 0))
    return isLoading || failure === null ? (
      <div className={classes['loading']} role="status">
        {KIT.loading}
      </div>
    ) : (
      <div role="alert">
        <EmptyState icon={IconAlertTriangle} title={LIVE_LINKS.failed} text={KIT.checkConnection}>
          <RetryButton onRetry={() => actor.send({ type: 'links.retry' })}>{KIT.retry}</RetryButton>
        </EmptyState>
      </div>
    )
  if (shares.length === 0)
    return <EmptyState icon={IconShare} title={LIVE_LINKS.none} text={LIVE_LINKS.noneText} />
  return (
    <>
      <NotUpdated failure={failure} />
      <ul className={classes['list']} aria-label={LIVE_LINKS.listTitle}>
        {shares.map((share) => {
          const { shareId, vehicles, label } = share
          const vehicleIds = vehicles.map(({ vehicleId }) => vehicleId)
          return (
            <LinkRow
              key={shareId}
              share={share}
              now={now}
              mayShare={mayShare}
              onEnd={() => actor.send({ type: 'links.endPressed', shareId })}
              onRevoke={() => actor.send({ type: 'links.revokePressed', shareId })}
              onAgain={() =>
                actor.send({ type: 'links.shareOpened', subject: { kind: 'vehicles', vehicleIds }, label })
              }
            />
          )
        })}
      </ul>
    </>
  )
}

/** The question before a link is revoked, and the choice of another end. */
const ChangeDialog = ({ actor }: { actor: LiveLinksActor }) => {
  const change = useSelector(actor, selectShareChange)
  const isBusy = useSelector(actor, selectIsLinkBusy)
  const failure = useSelector(actor, selectLinksFailure)
  const cancel = () => actor.send({ type: 'links.cancelled' })
  const confirm = () => actor.send({ type: 'links.confirmed' })
  if (change === null) return null
  if (change.kind === 'revoke')
    return (
      <ConfirmDialog
        title={LIVE_LINKS.revokeTitle}
        size={420}
        cancel={LIVE_LINKS.keep}
        confirm={LIVE_LINKS.revoke}
        isBusy={isBusy}
        onCancel={cancel}
        onConfirm={confirm}
      >
        <p>{LIVE_LINKS.revokeText}</p>
        <FailureNote failure={failure} away={KIT.serverAway} />
      </ConfirmDialog>
    )
  return (
    <Dialog title={LIVE_LINKS.changeTitle} size={420} closeName={KIT.close} onClose={cancel}>
      <div className={classes['form']}>
        <NativeSelect
          label={LIVE_LINKS.changeText}
          value={String(change.hours)}
          data={[...HOURS, ...LONG_HOURS].map((count) => ({
            value: String(count),
            label: LIVE_LINKS.hours({ count }),
          }))}
          onChange={({ currentTarget }) =>
            actor.send({ type: 'links.endChosen', hours: Number(currentTarget.value) })
          }
        />
        <FailureNote failure={failure} away={KIT.serverAway} />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={cancel}>
            {KIT.cancel}
          </Button>
          <BusyButton busy={isBusy} onClick={confirm}>
            {LIVE_LINKS.save}
          </BusyButton>
        </div>
      </div>
    </Dialog>
  )
}

/** Further lengths for a link that goes on. */
const LONG_HOURS = [72, 168] as const

/** The list of the user's live links. */
export const LiveLinksDialog = ({ actor, mayShare }: { actor: LiveLinksActor; mayShare: boolean }) => (
  <>
    <Dialog
      title={LIVE_LINKS.listTitle}
      size={640}
      closeName={KIT.close}
      onClose={() => actor.send({ type: 'links.closed' })}
    >
      <Links actor={actor} mayShare={mayShare} />
    </Dialog>
    <ChangeDialog actor={actor} />
  </>
)
