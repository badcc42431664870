import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { MailHead } from '#contract/calls/mail.ts'
import type { outboxMachine } from '#src/machines/settings/outbox.machine.ts'
import { selectFailure, selectMail, selectMails } from '#src/machines/settings/outbox.selectors.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { CHANNEL, OUTBOX_TEXT } from '#src/texts/en/settings.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { Dialog } from '../kit/dialog.tsx'
import { FailureNote } from '../kit/failure-note.tsx'
import { formatDateTime } from '../kit/formats.ts'
import tab from '../kit/tab-content.module.css'
import classes from './settings.module.css'

/** The running machine, to read and send to. */
export type OutboxActor = ActorRefFrom<typeof outboxMachine>

const Row = ({ mail, onPress }: { mail: MailHead; onPress: () => void }) => (
  <li className={classes['mail']}>
    <button type="button" aria-haspopup="dialog" onClick={onPress}>
      <b>
        {mail.subject}
        {mail.channel === 'sms' ? <span className={classes['channel']}>{CHANNEL.sms}</span> : null}
      </b>
      <span>{mail.recipient}</span>
      <time dateTime={new Date(mail.sentAt).toISOString()}>{formatDateTime(mail.sentAt)}</time>
    </button>
  </li>
)

const OpenMail = ({ outbox }: { outbox: OutboxActor }) => {
  const mail = useSelector(outbox, selectMail)
  return mail === null ? null : (
    <Dialog
      title={mail.subject}
      size={640}
      closeName={KIT.close}
      onClose={() => outbox.send({ type: 'outbox.mailClosed' })}
    >
      <p className={tab['lead']}>
        {mail.recipient} · {formatDateTime(mail.sentAt)}
      </p>
      <p className={classes['mailText']}>{mail.mailText}</p>
    </Dialog>
  )
}

const List = ({ outbox }: { outbox: OutboxActor }) => {
  const mails = useSelector(outbox, selectMails)
  const failure = useSelector(outbox, selectFailure)
  if (mails === null && failure === null) return <p role="status">{TEXTS.loading}</p>
  return (
    <>
      <FailureNote failure={failure} away={KIT.serverAway} />
      {mails?.length === 0 ? <p className={tab['none']}>{TEXTS.noRecordsFound}</p> : null}
      {mails === null || mails.length === 0 ? null : (
        <ul className={tab['rows']} aria-label={OUTBOX_TEXT.title}>
          {mails.map((mail) => (
            <Row
              key={mail.mailId}
              mail={mail}
              onPress={() => outbox.send({ type: 'outbox.mailPressed', mailId: mail.mailId })}
            />
          ))}
        </ul>
      )}
    </>
  )
}

/** Lists the mails that were kept instead of sent, and opens each (OPEN-03). */
export const OutboxTab = ({ outbox }: { outbox: OutboxActor }) => (
  <>
    <div className={tab['head']}>
      <div>
        <h2 className={tab['heading']}>{OUTBOX_TEXT.title}</h2>
        <p className={tab['lead']}>{OUTBOX_TEXT.lead}</p>
      </div>
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
        onClick={() => outbox.send({ type: 'outbox.retry' })}
      >
        {OUTBOX_TEXT.reload}
      </Button>
    </div>
    <List outbox={outbox} />
    <OpenMail outbox={outbox} />
  </>
)
