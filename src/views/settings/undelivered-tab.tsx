import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { SentChannels, UndeliveredNotification } from '#contract/records/alert-deliveries.ts'
import type { undeliveredMachine } from '#src/machines/settings/undelivered.machine.ts'
import {
  selectIsUndeliveredBusy,
  selectRetried,
  selectUndeliveredFailure,
  selectUndeliveredList,
} from '#src/machines/settings/undelivered.selectors.ts'
import { ALERTS } from '#src/texts/en/events.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { CHANNEL, DELIVERY_FAILURE, UNDELIVERED } from '#src/texts/en/settings.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { FailureNote } from '../kit/failure-note.tsx'
import { formatDateTime } from '../kit/formats.ts'
import tab from '../kit/tab-content.module.css'
import classes from './settings.module.css'

/** The running machine, to read and send to. */
export type UndeliveredActor = ActorRefFrom<typeof undeliveredMachine>

const whyOf = ({ failure, status }: UndeliveredNotification): string =>
  status === null
    ? DELIVERY_FAILURE[failure]
    : UNDELIVERED.withStatus({ reason: DELIVERY_FAILURE[failure], status: String(status) })

const Row = ({ delivery, onPress }: { delivery: UndeliveredNotification; onPress: (() => void) | null }) => {
  const { at, userName, channel, type, RegistrationNumber, attempts } = delivery
  return (
    <li className={classes['undelivered']}>
      <div>
        <b>{UNDELIVERED.alert({ type: ALERTS[type], registration: RegistrationNumber })}</b>
        <span>
          {UNDELIVERED.recipient({ userName, channel: CHANNEL[channel] })}
          {' · '}
          <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>
        </span>
        <span>{UNDELIVERED.why({ reason: whyOf(delivery), attempts })}</span>
      </div>
      <Button
        variant="default"
        aria-label={UNDELIVERED.sendAgainOf({
          userName,
          channel: CHANNEL[channel],
          registration: RegistrationNumber,
        })}
        disabled={onPress === null}
        onClick={onPress ?? undefined}
      >
        {UNDELIVERED.sendAgain}
      </Button>
    </li>
  )
}

/** Says that what a channel has to deliver is not sent at all. */
const Kept = ({ sends }: { sends: SentChannels }) => {
  const notes = [...(sends.email ? [] : [UNDELIVERED.keptEmail]), ...(sends.sms ? [] : [UNDELIVERED.keptSms])]
  return notes.map((note) => (
    <p key={note} role="note" className={tab['lead']}>
      {note}
    </p>
  ))
}

const List = ({ undelivered }: { undelivered: UndeliveredActor }) => {
  const list = useSelector(undelivered, selectUndeliveredList)
  const retried = useSelector(undelivered, selectRetried)
  const failure = useSelector(undelivered, selectUndeliveredFailure)
  const isBusy = useSelector(undelivered, selectIsUndeliveredBusy)
  if (list === null && failure === null) return <p role="status">{TEXTS.loading}</p>
  const sendAgain = (deliveryIds: readonly number[]) =>
    isBusy ? null : () => undelivered.send({ type: 'undelivered.sendAgainPressed', deliveryIds })
  const deliveries = list?.deliveries ?? []
  const all = sendAgain(deliveries.map(({ deliveryId }) => deliveryId))
  return (
    <>
      <FailureNote failure={failure} away={KIT.serverAway} />
      <p role="status" className={retried === null ? undefined : tab['lead']}>
        {retried === null ? null : UNDELIVERED.retried({ count: retried })}
      </p>
      {list === null ? null : <Kept sends={list.sends} />}
      {list !== null && deliveries.length === 0 ? (
        <p className={tab['none']}>
          {list.sends.email && list.sends.sms ? UNDELIVERED.none : UNDELIVERED.noneGivenUp}
        </p>
      ) : null}
      {list === null || deliveries.length === 0 ? null : (
        <>
          <div className={tab['head']}>
            <p className={tab['lead']}>
              {UNDELIVERED.shown({
                count: deliveries.length,
                total: list.total,
                isAll: deliveries.length === list.total ? 'yes' : 'no',
              })}
            </p>
            <Button variant="default" disabled={all === null} onClick={all ?? undefined}>
              {UNDELIVERED.sendAllAgain}
            </Button>
          </div>
          <ul className={tab['rows']} aria-label={UNDELIVERED.title}>
            {deliveries.map((delivery) => (
              <Row key={delivery.deliveryId} delivery={delivery} onPress={sendAgain([delivery.deliveryId])} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** Lists the notifications of alerts that were given up, and sends them again (ALR-13). */
export const UndeliveredTab = ({ undelivered }: { undelivered: UndeliveredActor }) => (
  <>
    <div className={tab['head']}>
      <div>
        <h2 className={tab['heading']}>{UNDELIVERED.title}</h2>
        <p className={tab['lead']}>{UNDELIVERED.lead}</p>
      </div>
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
        onClick={() => undelivered.send({ type: 'undelivered.reload' })}
      >
        {UNDELIVERED.reload}
      </Button>
    </div>
    <List undelivered={undelivered} />
  </>
)
